// Gradient descent on (w1² + κ w2²)/2, whose steps are counted in units of 1/β = 1/κ.
import { glide, range } from "./algebra.js";
import { number } from "./words.js";

export const value = (kappa, w) => (w[0] ** 2 + kappa * w[1] ** 2) / 2;
const gradient = (kappa, w) => [w[0], kappa * w[1]];

export function descend(kappa, speed, start, steps = 30) {
  const trace = [start];
  for (let t = 0; t < steps; t++) {
    const w = trace[t], g = gradient(kappa, w);
    trace.push([w[0] - speed / kappa * g[0], w[1] - speed / kappa * g[1]]);
  }
  return trace;
}

// By what a step multiplies the error at most.
export const factor = (kappa, speed) => Math.max(Math.abs(1 - speed / kappa), Math.abs(1 - speed));

// Beyond it the steep direction runs away: 2/β, and β = κ.
export const longestStep = (kappa) => 2 / kappa;

const KAPPAS = range(50, (k) => k + 1), FINEST = 0.02, LONGEST = 2.2;
const along = (speed) => Number(Math.min(LONGEST, Math.max(FINEST, Math.round(speed / FINEST) * FINEST)).toFixed(2));

export default {
  asks: "Drag the start, and the ring at the end of the first step. Guess first: is there a good step for κ = 50?",
  room: [-2.4, 2.4, -1.6, 1.6],
  begin: ({ start }) => ({ start, kappa: 10, speed: 1 }),
  controls: (state) => [
    { name: "κ", values: KAPPAS, at: state.kappa - 1, set(k) { state.kappa = KAPPAS[k]; } },
    { name: "step, in units of 1/β", last: LONGEST / FINEST - 1, at: Math.round(state.speed / FINEST) - 1, says: (k) => number((k + 1) * FINEST, 3),
      set(k) { state.speed = along((k + 1) * FINEST); } },
  ],
  handles: (state) => [
    { at: descend(state.kappa, state.speed, state.start, 1)[1], look: "grip", name: "end of the first step", step: 0.01, says: `step ${number(state.speed)} over β`,
      nudge(k) { state.speed = along(state.speed + k * FINEST); },
      to(x, y) {
        const g = gradient(state.kappa, state.start), long = g[0] ** 2 + g[1] ** 2;
        if (long) state.speed = along(state.kappa * ((state.start[0] - x) * g[0] + (state.start[1] - y) * g[1]) / long);
      } },
    { at: state.start, look: "dot", name: "start", step: 0.1, to(x, y) { state.start = [x, y]; } },
  ],
  draw(plane, { kappa, speed, start }) {
    for (const level of range(9, (k) => 0.02 * 3000 ** (k / 8))) {
      const long = Math.sqrt(2 * level), high = Math.sqrt(2 * level / kappa);
      plane.put("ellipse", "level", { cx: plane.x(0), cy: plane.y(0), rx: plane.x(long) - plane.x(0), ry: plane.y(0) - plane.y(high) });
    }
    const way = descend(kappa, speed, start);
    plane.path(way, "line plus");
    way.slice(1).forEach((w) => plane.dot(w, "plus", 2.5));
    plane.ring([0, 0]);
    const g = gradient(kappa, start), long = Math.hypot(...g), end = [0, 1].map((i) => start[i] - longestStep(kappa) * g[i]);
    if (speed < 2 || !long) return;  // one runs into it
    plane.path([-0.3, 0.3].map((s) => [end[0] - s * g[1] / long, end[1] + s * g[0] / long]), "dashed minus");
    plane.word(end, "2/β");
  },
  tell({ kappa, speed, start }) {
    const way = descend(kappa, speed, start);
    return `κ = ${kappa}, η = ${number(speed)}/β: f from ${number(value(kappa, start), 3)} to ${number(value(kappa, way.at(-1)), 3)}`;
  },
  goal: {
    value: ({ kappa, speed }) => (factor(kappa, speed) <= 1 + 1e-12 ? speed : undefined),
    limit: ({ kappa }) => kappa * longestStep(kappa),
    says: (best, limit, { speed }) => `Longest step so far that diverges from no start: ${best ? `${number(best)}/β` : "none yet"}`
      + (best >= limit || speed >= limit ? `; any step longer than ${number(limit)}/β diverges from some start` : ""),
    show: (state) => [...glide([state.speed], [2.1], (to) => { state.speed = along(to); }), () => { state.speed = 2; }],
  },
  bound: {
    show: "Show the best step",
    tell({ kappa, speed }) {
      const best = 2 * kappa / (kappa + 1);
      return `a step multiplies the error by at most ${number(factor(kappa, speed), 3)}; the best is η = ${number(best, 3)}/β with ${number(factor(kappa, best), 3)}`;
    },
  },
};
