// The majority of the k nearest points; of equals the earlier one counts.
import { mean, range } from "./algebra.js";
import { fixed, pair } from "./words.js";

export function nearest(X, q, k) {
  const far = new Float64Array(X.length), near = [];
  for (let i = 0; i < far.length; i++) far[i] = (X[i][0] - q[0]) ** 2 + (X[i][1] - q[1]) ** 2;
  const last = far.slice().sort()[k - 1];
  for (let i = 0; i < far.length; i++) if (far[i] < last) near.push(i);
  for (let i = 0; near.length < k; i++) if (far[i] === last) near.push(i);
  return near;
}

const votes = (y, near) => near.reduce((sum, i) => sum + y[i], 0);
const majority = (X, y, q, k) => Number(2 * votes(y, nearest(X, q, k)) > k);

// The share of errors on the sample, and that of each example judged by the others.
export function errors(X, y, k) {
  const share = (says) => mean(y.map((label, i) => Number(says(i) !== label)));
  const others = (i) => [X, y].map((all) => all.filter((_, j) => j !== i));
  return [share((i) => majority(X, y, X[i], k)), share((i) => majority(...others(i), X[i], k))];
}

const KS = range(50, (j) => 2 * j + 1);

export default {
  asks: "Drag the ring: a new flower asks its neighbours. Guess first: what happens to the decision boundary when k grows?",
  room: [1.9, 3.9, 0.9, 2.6], x: "sepal width (cm)", y: "petal width (cm)",
  begin: ({ X, y }) => ({ X, y, k: 0, q: [2.9, 1.7] }),
  controls: (state) => [{ name: "neighbours k", values: KS, at: state.k, set(k) { state.k = k; } }],
  handles: (state) => [{ at: state.q, look: "grip", name: "new flower", step: 0.02, to(x, y) { state.q = [x, y]; } }],
  draw(plane, state) {
    const { X, y, q, k } = state;
    if (state.drawn !== k) Object.assign(state, { drawn: k, errors: errors(X, y, KS[k]), region: plane.region((at) => majority(X, y, at, KS[k]), 60) });
    plane.put("path", "half", { d: state.region });
    X.forEach((x, i) => plane.sign(x, 2 * y[i] - 1, "small", 0.75));
    nearest(X, q, KS[k]).forEach((i) => plane.path([q, X[i]], "thin"));
  },
  tell({ X, y, q, k, errors: found }) {
    const near = nearest(X, q, KS[k]);
    return `k = ${KS[k]}: error ${fixed(found[0])} on the sample, ${fixed(found[1])} when judged by the other flowers; at ${pair(q)} ${votes(y, near)} of ${near.length} say virginica`;
  },
};
