// How far the average of m flips is from its mean: exactly, and by two bounds.
import { range } from "./algebra.js";
import { number } from "./words.js";

// The probability that the average is off by at least j/m.
export function exact(p, m, j) {
  let choose = 0, sum = 0;  // log of m over k
  for (let k = 0; k <= m; k++) {
    if (k > 0) choose += Math.log((m - k + 1) / k);
    if (Math.abs(k - p * m) >= j - 1e-9 * m) sum += Math.exp(choose + k * Math.log(p) + (m - k) * Math.log(1 - p));
  }
  return sum;
}
export const hoeffding = (m, e) => 2 * Math.exp(-2 * m * e ** 2);
export const chebyshev = (m, e, variance) => variance / (m * e ** 2);

const FLIPS = range(20, (k) => 10 * (k + 1)), MEANS = range(99, (k) => (k + 1) / 100);
const curves = ({ p, m }, j) => [exact(p, m, j), hoeffding(m, j / m), chebyshev(m, j / m, p * (1 - p))];
const LOOKS = ["thick plus", "thick minus dashed", "good dotted thick"];

export default {
  asks: "Drag ε, and choose the coin. Guess first: for which coin do the bounds waste most?",
  room: [0, 0.5, -8, 0.5], x: "ε", y: "probability", powers: "y", tall: 0.7,
  begin: () => ({ p: 0.5, m: 20, j: 4 }),
  controls: (state) => [
    { name: "mean p", values: MEANS, at: Math.round(100 * state.p) - 1, set(k) { state.p = MEANS[k]; } },
    { name: "flips m", values: FLIPS, at: state.m / 10 - 1, set(k) { state.j = Math.max(1, Math.round(state.j / state.m * FLIPS[k])); state.m = FLIPS[k]; } },
  ],
  handles(state) {
    const put = (j) => { state.j = Math.min(state.m / 2, Math.max(1, Math.round(j))); };
    return [{
      at: [state.j / state.m, 0.2], look: "grip", name: "ε", step: [0.001, 0.1], says: `ε = ${number(state.j / state.m)}`,
      to: (x) => put(x * state.m), nudge: (k) => put(state.j + k),
    }];
  },
  draw(plane, state) {
    const { m, j } = state, all = range(m / 2, (k) => curves(state, k + 1));
    LOOKS.forEach((look, c) => plane.path(all.flatMap((values, k) => (values[c] > 1e-12 ? [[(k + 1) / m, Math.log10(values[c])]] : [])), look));
    plane.key([0.02, -5.6], LOOKS.map((look, c) => [look, ["exact", "Hoeffding", "Chebyshev"][c]]));
    plane.path([[j / m, -8], [j / m, 0.5]], "soft");
    curves(state, j).forEach((value) => value > 0 && plane.dot([j / m, Math.log10(value)]));
  },
  tell(state) {
    const [e, h, c] = curves(state, state.j).map((value) => number(value, 3));
    return `p = ${number(state.p)}, m = ${state.m}, ε = ${number(state.j / state.m)}: exact ${e}, Hoeffding ${h}, Chebyshev ${c}`;
  },
};
