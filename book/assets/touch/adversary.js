// You choose the next mistake, and Novikoff's bound holds whatever you choose.
import { dot } from "./algebra.js";
import { mistakeBound, mistakes, widest } from "./perceptron.js";
import { count, number, pair } from "./words.js";

const added = (X, y, w, i) => [w[0] + y[i] * X[i][0], w[1] + y[i] * X[i][1]];

// The most updates that a choice of mistakes can make, and the fewest, on a separable sample.
export function extremes(X, y, start = [0, 0], known = new Map()) {
  const from = (w) => {
    const key = w.join();
    if (!known.has(key)) {
      const next = mistakes(X, y, w).map((i) => from(added(X, y, w, i)));
      const most = Math.max(...next.map(([all]) => all)), least = Math.min(...next.map(([, few]) => few));
      known.set(key, next.length ? [1 + most, 1 + least] : [0, 0]);
    }
    return known.get(key);
  };
  return from(start);
}

// The choices of a longest run.
export function longest(X, y) {
  const known = new Map(), [most] = extremes(X, y, [0, 0], known), way = [];
  let w = [0, 0];
  while (way.length < most) {
    const i = mistakes(X, y, w).find((j) => extremes(X, y, added(X, y, w, j), known)[0] === most - way.length - 1);
    way.push(i);
    w = added(X, y, w, i);
  }
  return way;
}

const SEEN = 4;  // a longer w is drawn with this length

export default {
  asks: "Be the adversary: press a ringed example, and it is added to w. How long can you keep the perceptron busy?",
  room: [-6, 6, -4, 5],
  begin: (start) => ({ ...start, trace: [[0, 0]], t: 0 }),
  controls: (state) => [{ name: "updates t", last: state.trace.length - 1, at: state.t, says: count, set(t) { state.t = t; } }],
  handles(state) {
    const { X, y, trace, t } = state, wrong = mistakes(X, y, trace[t]);
    const sign = (i) => (y[i] > 0 ? "plus" : "minus"), judged = (off) => (off ? "that is right" : "that is a mistake");
    return X.map((at, i) => {
      const off = !wrong.includes(i);
      return {
        at, off, look: sign(i), name: `example ${i + 1}, a ${sign(i)} ${judged(off)}`,
        press() { state.trace = [...trace.slice(0, t + 1), added(X, y, trace[t], i)]; state.t = t + 1; },
      };
    });
  },
  draw(plane, { X, y, trace, t, shown }) {
    const w = trace[t], R = Math.max(...X.map((x) => Math.hypot(...x))), best = widest(X, y);
    const met = shown || !mistakes(X, y, w).length, scale = Math.min(1, SEEN / (met ? R * Math.sqrt(t) : Math.hypot(...w)));
    if (met && t && best) {  // w is in the circle of R√t, and beyond the line at t/B: not for long
      plane.put("circle", "thin dashed good", { cx: plane.x(0), cy: plane.y(0), r: plane.x(scale * R * Math.sqrt(t)) - plane.x(0) });
      plane.line(best, -scale * t * dot(best, best), "thin dashed good");
    }
    plane.half(w, 0);
    plane.line(w, 0, "line");
    if (dot(w, w)) {
      plane.arrow([0, 0], [scale * w[0], scale * w[1]]);
      plane.word([scale * w[0], scale * w[1]], scale < 1 ? "to w" : "w");
    }
    mistakes(X, y, w).forEach((i) => plane.ring(X[i]));
  },
  tell({ X, y, trace, t }) {
    const wrong = mistakes(X, y, trace[t]).length;
    return `t = ${count(t)}: w = ${pair(trace[t])}, ${wrong ? `mistakes left: ${wrong}` : "no mistake, stopped"}`;
  },
  goal: {
    value: ({ t }) => t || undefined,
    limit: ({ X, y }) => extremes(X, y)[0],
    says: (best, limit) => `Longest run so far: ${best || "none yet"}; no run is longer than ${limit}`,
    show: (state) => [
      () => { Object.assign(state, { trace: [[0, 0]], t: 0 }); },
      ...longest(state.X, state.y).map((i) => () => { state.trace.push(added(state.X, state.y, state.trace[state.t], i)); state.t++; }),
    ],
  },
  bound: {
    show: "Show the bound",
    tell({ X, y }) {
      const [most, least] = extremes(X, y);
      return `whatever you choose, at most (RB)² = ${number(mistakeBound(X, y), 4)}; the longest run has ${most} updates, the shortest ${least}`;
    },
  },
};
