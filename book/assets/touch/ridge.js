// The ridge path, from what the sample says of itself: A = XᵀX, b = Xᵀy and y·y.
import { dot, glide, range, solve } from "./algebra.js";
import { number } from "./words.js";

// (A + λ I) w = b
export const ridge = (A, b, lam) => solve(A.map((row, i) => row.map((a, j) => a + (i === j ? lam : 0))), b);

// The mean square of X w - y on m examples.
export const risk = ({ A, b, yy, m }, w) => (dot(w, A.map((row) => dot(row, w))) - 2 * dot(w, b) + yy) / m;

// The λ at which one of the weights is largest in size, among whole steps of a fiftieth of a power of ten.
export const largest = (A, b, j) => range(351, (k) => Number((-2 + k / 50).toFixed(2)))
  .reduce((best, at) => { const size = Math.abs(ridge(A, b, 10 ** at)[j]); return size > best.size ? { size, at } : best; }, { size: 0 });

const LOOKS = ["thick plus", "thick minus dashed", "thick good dotted"];

export default {
  asks: "Drag the line of λ. Guess first: does every weight become smaller all the way?",
  room: [-2, 5, -0.4, 1.4], x: "λ", y: "weight", powers: "x", tall: 0.7,
  begin: (start) => ({ ...start, at: -2 }),
  handles: (state) => [{
    at: [state.at, 1.35], look: "grip", name: "λ", step: [0.02, 2], says: `λ = ${number(10 ** state.at, 2)}`,
    to(x) { state.at = x; }, nudge(k) { state.at = Math.min(5, Math.max(-2, Number((state.at + 0.1 * k).toFixed(2)))); },
  }],
  draw(plane, { A, b, names, at, top }) {
    const lams = range(141, (k) => -2 + k / 20), path = lams.map((lam) => ridge(A, b, 10 ** lam)), now = ridge(A, b, 10 ** at);
    names.forEach((_, j) => {
      plane.path(path.map((w, k) => [lams[k], w[j]]), LOOKS[j]);
      plane.dot([at, now[j]]);
    });
    plane.key([2.4, 1.3], names.map((name, j) => [LOOKS[j], name.replace(" (cm)", "")]));
    plane.path([[at, -0.4], [at, 1.35]], "soft");
    if (top && Math.abs(at - top.at) < 0.01) plane.ring([at, now[0]]);
  },
  goal: {
    value: ({ A, b, at }) => Math.abs(ridge(A, b, 10 ** at)[0]),
    limit: (state) => (state.top ??= largest(state.A, state.b, 0)).size,
    says: (best, limit, { names }) => `Largest weight of ${names[0].replace(" (cm)", "")} so far: ${best ? number(best, 3) : "none yet"} in size; no λ gives more than ${number(limit, 3)}`,
    show: (state) => glide([state.at], [(state.top ??= largest(state.A, state.b, 0)).at], (to) => { state.at = to; }),
  },
  tell(state) {
    const w = ridge(state.A, state.b, 10 ** state.at);
    return `λ = ${number(10 ** state.at, 2)}: length ${number(Math.hypot(...w), 3)}, error ${number(risk(state, w), 3)}`;
  },
};
