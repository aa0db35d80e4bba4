// Gradient descent and SGD on c (x - u)² + (y - v)², and the average of the vectors of SGD so far.
import { range } from "./algebra.js";
import { normal, uniform } from "./chance.js";
import { fixed, number } from "./words.js";

// A step from w against the gradient plus noise times z.
export const step = (w, { minimum, c, eta, noise }, z) => [c, 1].map((a, i) => w[i] - eta * (2 * a * (w[i] - minimum[i]) + noise * z[i]));

// One step of both, with the shock z.
export function forward(state, z) {
  const { gd, sgd, average } = state, t = sgd.length, w = step(sgd[t - 1], state, z);
  gd.push(step(gd[t - 1], state, [0, 0]));
  sgd.push(w);
  average.push(average[t - 1].map((each, i) => each + (w[i] - each) / (t + 1)));
}

export const begun = (state, start) => Object.assign(state, { gd: [start], sgd: [start], average: [start], random: uniform(10) });

const COEFFICIENTS = [1.25, 5, 25], STEPS = [0.003, 0.01, 0.03, 0.1, 0.2, 0.5], NOISE = [0, 1, 3, 10, 30];
const LONGEST = 2000, FAR = 1000, EDGE = 50;
const far = (w, to) => Math.hypot(w[0] - to[0], w[1] - to[1]);
const told = (w, to) => (far(w, to) > FAR ? `above ${number(FAR)}` : fixed(far(w, to)));

const away = ({ sgd, gd }) => [sgd, gd].some((path) => path.at(-1).some((x) => Math.abs(x) > 1e6));

export default {
  asks: "Start the walk, and change the step and the noise as it runs: what calms it? Then drag the minimum: which of the three follows, and which remembers?",
  room: [-14, 4, -2, 12],
  begin: (start) => begun({ ...start, c: 1.25, eta: 0.03, noise: 10 }, [0, 0]),
  controls: (state) => [["coefficient c", "c", COEFFICIENTS], ["step", "eta", STEPS], ["noise", "noise", NOISE]]
    .map(([name, key, values]) => ({ name, values, at: values.indexOf(state[key]), set(k) { state[key] = values[k]; } })),
  handles: (state) => [
    { at: state.minimum, look: "grip", name: "minimum", step: 0.5, to(...at) { state.minimum = at; } },
    { at: state.sgd[0], look: "dot", name: "start", step: 0.5, to(...at) { begun(state, at); } },
  ],
  acts: [{ name: "Back to the start", act(state) { begun(state, state.sgd[0]); } }],
  learns: {
    rate: 10,
    step(state) {
      const { random, shocks, sgd } = state;  // those of the frames, then others
      forward(state, shocks[sgd.length - 1] || [normal(random), normal(random)]);
    },
    done: (state) => state.sgd.length > LONGEST || away(state),
    ends: (state) => (away(state) ? "one of them has run away" : "it stops here") + ": go back to the start",
  },
  draw(plane, { minimum, c, gd, sgd, average }) {
    for (const long of range(7, (k) => 2 * (k + 1))) {
      plane.put("ellipse", "level", { cx: plane.x(minimum[0]), cy: plane.y(minimum[1]), rx: plane.x(long / Math.sqrt(c)) - plane.x(0), ry: plane.y(0) - plane.y(long) });
    }
    const looks = [[gd, "good dashed"], [sgd, "minus"], [average, "thick plus"]];
    for (const [path, look] of looks) plane.path(path.map((w) => w.map((x) => Math.min(EDGE, Math.max(-EDGE, x)))), look);
    plane.dot(gd.at(-1), "good");
    plane.dot(sgd.at(-1), "minus");
    plane.dot(average.at(-1), "plus");
    plane.key([-13.5, 0.6], looks.map(([, look], k) => [look, ["gradient descent", "SGD", "average of SGD"][k]]));
  },
  tell({ minimum, c, eta, noise, gd, sgd, average }) {
    const [descent, walk, mean] = [gd, sgd, average].map((path) => told(path.at(-1), minimum));
    return `c = ${number(c)}, step ${number(eta)}, noise ${number(noise)}: t = ${number(sgd.length - 1)}, distance from the minimum: gradient descent ${descent}, SGD ${walk}, its average ${mean}`;
  },
};
