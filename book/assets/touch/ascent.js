// Dual ascent for the hard SVM through the origin: one multiplier after another.
import { dot, range } from "./algebra.js";
import { examples } from "./perceptron.js";
import { number } from "./words.js";

// w = Σ α_i y_i x_i
export const vector = (X, y, alpha) => range(2, (r) => dot(alpha, X.map((x, i) => y[i] * x[r])));

// Multiplier i at its best, given the others: slope over curvature on, and not below 0.
export function raised(X, y, alpha, i) {
  const slope = 1 - y[i] * dot(vector(X, y, alpha), X[i]), curvature = dot(X[i], X[i]);
  return alpha.map((each, j) => (j === i && curvature ? Math.max(0, each + slope / curvature) : each));
}

// The dual value, and the value of w over its functional margin, infinite where w does not separate.
export function values(X, y, alpha) {
  const w = vector(X, y, alpha), half = dot(w, w) / 2, margin = Math.min(...X.map((x, i) => y[i] * dot(w, x)));
  return { dual: alpha.reduce((sum, a) => sum + a, 0) - half, primal: margin > 0 ? half / margin ** 2 : Infinity };
}

const SWEEPS = 1000, CLOSE = 1e-6, LARGEST = 40;

function next(state) {
  state.alpha = raised(state.X, state.y, state.alpha, state.t % state.X.length);
  state.t++;
}

function found({ X, y, alpha }) {
  const { dual, primal } = values(X, y, alpha);
  return primal < Infinity && primal - dual <= CLOSE * primal;
}

export default {
  asks: "Let the multipliers rise, one after another: which examples keep theirs? Then drag an example into the street, and watch who takes over.",
  room: [-3, 5, -5, 5],
  begin({ X, y }) {  // with the first of the frames, after a sweep
    const state = { X, y, alpha: X.map(() => 0), t: 0, last: SWEEPS * X.length };
    X.forEach(() => next(state));
    return state;
  },
  handles: (state) => examples(state),
  acts: [{ name: "All multipliers 0", act(state) { state.alpha.fill(0); state.t = 0; } }],
  learns: {
    rate: 10,
    step: next,
    done: (state) => found(state) || state.t >= state.last,
    ends: (state) => (found(state) ? "the optimum is found" : "it stops here: move an example, and it goes on"),
    again(state) { state.last = state.t + SWEEPS * state.X.length; },
  },
  draw(plane, { X, y, alpha, t }) {
    const w = vector(X, y, alpha);
    plane.half(w, 0);
    plane.line(w, 0, "line");
    for (const side of [-1, 1]) plane.line(w, side, "dashed good");
    alpha.forEach((a, i) => plane.dot(X[i], y[i] > 0 ? "size plus" : "size minus", a && Math.min(LARGEST, 9 + 40 * Math.sqrt(a))));
    if (t) plane.ring(X[(t - 1) % X.length]);
  },
  tell({ X, y, alpha, t }) {
    const { dual, primal } = values(X, y, alpha), steps = t % X.length;
    return `after sweep ${Math.floor(t / X.length)}${steps ? ` and ${steps} of ${X.length} steps` : ""}: optimum between ${number(dual, 3)} and `
      + (primal < Infinity ? number(primal, 3) : "infinity (w does not separate yet)");
  },
};
