// Thresholds on [0, 1], all labels 0: their errors on a sample, on a ghost, and the risk.
import { glide, range } from "./algebra.js";
import { fixed } from "./words.js";

// The share of a sample at or below the threshold a, which has the risk a.
export const share = (x, a) => x.filter((each) => each <= a).length / x.length;

// Its graph as a function of a.
export const steps = (x) => {
  const sorted = [...x].sort((a, b) => a - b), n = x.length;
  return [[0, 0], ...sorted.flatMap((at, k) => [[at, k / n], [at, (k + 1) / n]]), [1, 1]];
};
export const signed = (value) => (value < 0 ? "" : "+") + fixed(value);

// How many of the ghosts are at least half as far from S as the risk is.
export const betray = (S, ghosts, a) => ghosts.filter((x) => Math.abs(share(x, a) - share(S, a)) >= Math.abs(share(S, a) - a) / 2).length;

const BARS = range(101, (k) => k / 100);
// Of all ghosts and bars the error that is farthest from its risk, {gap, ghost, a}.
export const farthest = (ghosts, bars = BARS) => ghosts.flatMap((x, ghost) => bars.map((a) => ({ gap: Math.abs(share(x, a) - a), ghost, a })))
  .reduce((best, each) => (each.gap > best.gap + 1e-12 ? each : best));
const most = (state) => (state.most ??= farthest(state.ghosts, [...BARS, state.first]));

export default {
  asks: "Drag the bar to another threshold, and draw other ghosts: where does a ghost fail to give S away, and which ghost is itself farthest from its risk?",
  room: [0, 1, 0, 1], x: "threshold a", y: "error", tall: 0.8,
  begin: (start) => ({ ...start, first: start.a, ghost: 0 }),
  controls: (state) => [{ name: "ghost", values: range(state.ghosts.length, (k) => k + 1), at: state.ghost, set(k) { state.ghost = k; } }],
  handles: (state) => [{
    at: [state.a, share(state.S, state.a)], look: "grip good", name: "threshold a", step: [0.01, 1], says: `a = ${fixed(state.a)}`,
    to(x) { state.a = x; }, nudge(k) { state.a = Math.min(1, Math.max(0, Number((state.a + k / 100).toFixed(2)))); },
  }],
  draw(plane, state) {
    const { S, ghosts, ghost, a } = state, { gap } = most(state);
    plane.path([[0, 0], [1, 1]], "dashed");
    plane.key([0.64, 0.24], [["line plus", "S"], ["line dotted third", "ghost"], ["dashed", "risk"]]);
    if (Math.abs(share(ghosts[ghost], a) - a) > gap - 1e-12) for (const s of [-gap, gap]) plane.path([[0, s], [1, 1 + s]], "thin dashed good");
    plane.path(steps(ghosts[ghost]), "line dotted third");
    plane.path(steps(S), "line plus");
    plane.path([[a, share(S, a)], [a, share(ghosts[ghost], a)]], "bar good");
  },
  tell({ S, ghosts, ghost, a }) {
    const [own, other] = [S, ghosts[ghost]].map((x) => share(x, a) - a);
    return `ghost ${ghost + 1}: at the bar S is ${signed(own)} from the risk, the ghost is ${signed(other)}; they are ${fixed(own - other)} apart`;
  },
  goal: {
    value: ({ ghosts, ghost, a }) => Math.abs(share(ghosts[ghost], a) - a),
    limit: (state) => most(state).gap,
    says: (best, limit) => `Largest distance of a ghost from its risk so far: ${best === undefined ? "none yet" : fixed(best)}; the bar finds none above ${fixed(limit)}`,
    show: (state) => [() => { state.ghost = most(state).ghost; }, ...glide([state.a], [most(state).a], (a) => { state.a = a; })],
  },
  bound: {
    show: "Count the ghosts",
    tell: ({ S, ghosts, a }) => `at this bar ${betray(S, ghosts, a)} of ${ghosts.length} ghosts are at least half as far from S as the risk is`,
  },
};
