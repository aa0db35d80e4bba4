// Thresholds on [0, 1], all labels 0: their errors on a sample, on a ghost, and the risk.
import { range } from "./algebra.js";
import { fixed } from "./words.js";

// The share of a sample at or below the threshold a, which has the risk a.
export const share = (x, a) => x.filter((each) => each <= a).length / x.length;

const steps = (x) => {
  const sorted = [...x].sort((a, b) => a - b), n = x.length;
  return [[0, 0], ...sorted.flatMap((at, k) => [[at, k / n], [at, (k + 1) / n]]), [1, 1]];
};
const signed = (value) => (value < 0 ? "" : "+") + fixed(value);

// How many of the ghosts are at least half as far from S as the risk is.
export const betray = (S, ghosts, a) => ghosts.filter((x) => Math.abs(share(x, a) - share(S, a)) >= Math.abs(share(S, a) - a) / 2).length;

export default {
  asks: "Drag the bar to another threshold, and draw other ghosts: where does a ghost fail to give S away?",
  room: [0, 1, 0, 1], x: "threshold a", y: "error", tall: 0.8,
  begin: (start) => ({ ...start, ghost: 0 }),
  controls: (state) => [{ name: "ghost", values: range(state.ghosts.length, (k) => k + 1), at: state.ghost, set(k) { state.ghost = k; } }],
  handles: (state) => [{
    at: [state.a, share(state.S, state.a)], look: "grip good", name: "threshold a", step: [0.01, 1], says: `a = ${fixed(state.a)}`,
    to(x) { state.a = x; }, nudge(k) { state.a = Math.min(1, Math.max(0, Number((state.a + k / 100).toFixed(2)))); },
  }],
  draw(plane, { S, ghosts, ghost, a }) {
    plane.path([[0, 0], [1, 1]], "dashed");
    plane.key([0.64, 0.24], [["line plus", "S"], ["line dotted third", "ghost"], ["dashed", "risk"]]);
    plane.path(steps(ghosts[ghost]), "line dotted third");
    plane.path(steps(S), "line plus");
    plane.path([[a, share(S, a)], [a, share(ghosts[ghost], a)]], "bar good");
  },
  tell({ S, ghosts, ghost, a }) {
    const [own, other] = [S, ghosts[ghost]].map((x) => share(x, a) - a);
    return `ghost ${ghost + 1}: at the bar S is ${signed(own)} from the risk, the ghost is ${signed(other)}; they are ${fixed(own - other)} apart`;
  },
  bound: {
    show: "Count the ghosts",
    tell: ({ S, ghosts, a }) => `at this bar ${betray(S, ghosts, a)} of ${ghosts.length} ghosts are at least half as far from S as the risk is`,
  },
};
