// The batch perceptron in the plane, and the bound of Novikoff.
import { dot, glide } from "./algebra.js";
import { count, number, pair } from "./words.js";

const folded = (X, y) => X.map(([a, b], i) => [y[i] * a, y[i] * b]);

export const mistakes = (X, y, w) => X.flatMap((x, i) => (y[i] * dot(w, x) > 0 ? [] : [i]));

const RULES = {
  first: (wrong) => wrong[0],
  worst: (wrong, Z, w) => wrong.reduce((i, j) => (dot(w, Z[j]) < dot(w, Z[i]) ? j : i)),
};

// While some example is violated, one of them is added to w.
export function batchPerceptron(X, y, choose = "first", most = 1000) {
  const Z = folded(X, y), trace = [[0, 0]], chosen = [];
  let w = trace[0], wrong = mistakes(X, y, w);
  while (wrong.length && chosen.length < most) {
    const i = RULES[choose](wrong, Z, w);
    w = [w[0] + Z[i][0], w[1] + Z[i][1]];
    trace.push(w);
    chosen.push(i);
    wrong = mistakes(X, y, w);
  }
  return { trace, chosen, updates: chosen.length, converged: wrong.length === 0 };
}

// The point of the hull of the z_i that is nearest to the origin: w* lies in its direction, and its
// length is the margin. In the plane it lies on a segment between two of them.
export function widest(X, y) {
  const Z = folded(X, y);
  let best = null;
  for (const p of Z) {
    for (const q of Z) {
      const d = [q[0] - p[0], q[1] - p[1]], long = dot(d, d);
      const t = long ? Math.min(1, Math.max(0, -dot(p, d) / long)) : 0;
      const foot = [p[0] + t * d[0], p[1] + t * d[1]];
      if (!best || dot(foot, foot) < dot(best, best)) best = foot;
    }
  }
  return Z.every((z) => dot(best, z) > 1e-12) ? best : null;
}

// (R B)^2, infinite if no line through the origin separates.
export function mistakeBound(X, y) {
  const w = widest(X, y);
  return w ? Math.max(...X.map((x) => dot(x, x))) / dot(w, w) : Infinity;
}

const sign = (s) => (s > 0 ? "plus" : "minus");
export const examples = (state, changed = () => {}) => state.X.map((at, i) => ({
  at, look: sign(state.y[i]), name: `example ${i + 1}, a ${sign(state.y[i])}`,
  to(a, b) { state.X[i] = [a, b]; changed(state); },
}));

const run = ({ X, y, rule }) => batchPerceptron(X, y, rule);
const GOOD = [0, [4.5, -1.75]];  // an example and a place where it makes a long run
const toTheEnd = (state) => { state.run = run(state); state.t = state.run.updates; };

export default {
  asks: "Drag the examples: how long can you make the run?",
  room: [-8, 8, -5, 9],
  begin(start) {
    const state = { ...start, home: structuredClone(start.X), rule: "first" };
    toTheEnd(state);
    return state;
  },
  controls: (state) => [
    { name: "rule", values: Object.keys(RULES), at: Object.keys(RULES).indexOf(state.rule), set(k) { state.rule = Object.keys(RULES)[k]; toTheEnd(state); } },
    { name: "updates t", last: state.run.updates, at: state.t, says: count, set(t) { state.t = t; } },
  ],
  handles: (state) => examples(state, () => { state.own = true; toTheEnd(state); }),
  draw(plane, { X, y, run: { trace }, t, shown }) {
    const w = trace[t], best = shown && widest(X, y);
    if (best) {
      for (const side of [-1, 1]) plane.line(best, side * dot(best, best), "thin dashed good");
    }
    plane.half(w, 0);
    plane.line(w, 0, "line");
    if (t + 1 < trace.length) plane.path([w, trace[t + 1]], "dashed good");
    if (dot(w, w)) { plane.arrow([0, 0], w); plane.word(w, "w"); }
    for (const i of mistakes(X, y, w)) plane.ring(X[i]);
  },
  tell({ X, y, rule, run: { trace, converged, updates }, t }) {
    const wrong = mistakes(X, y, trace[t]).length;
    const end = wrong ? `mistakes left: ${wrong}` : "no mistake, stopped";
    return `${rule} mistake, t = ${count(t)}: w = ${pair(trace[t])}, ${end}${converged || t < updates ? "" : ", and no end in sight"}`;
  },
  goal: {
    value: ({ own, run: { converged, updates } }) => (own && converged ? updates : undefined),
    limit: ({ X, y }) => mistakeBound(X, y),
    says: (best, limit) => `Longest run of your own so far: ${best ? `${count(best)}; with those examples no run is longer than (RB)² = ${number(limit, 4)}` : "none yet"}`,
    show(state) {
      const [i, to] = GOOD, put = (...at) => { state.X[i] = at; state.own = true; toTheEnd(state); };
      const back = () => { Object.assign(state, { X: structuredClone(state.home), rule: "first" }); toTheEnd(state); };
      return [back, ...glide(state.home[i], to, put), () => { state.shown = true; }];
    },
  },
  bound: {
    show: "Show the bound",
    tell({ X, y, run: { updates } }) {
      const bound = mistakeBound(X, y);
      return bound < Infinity ? `${count(updates)} updates, and (RB)² = ${number(bound, 4)}` : "no line through the origin separates them, so there is no bound";
    },
  },
};
