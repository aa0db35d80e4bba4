// Polynomials fitted to thirty noisy values of sin πx: where they go on average, and how they spread.
import { dot, mean, range } from "./algebra.js";
import { number } from "./words.js";

export const curve = (x) => Math.sin(Math.PI * x);

// The rows S_q of the smoother: the fitted polynomial at q is <S_q, y>. Its polynomials are made
// orthogonal on the points x, each out of the two before it.
export function smoother(x, degree, queries) {
  const rows = queries.map(() => x.map(() => 0));
  let [p, q] = [x.map(() => 1), queries.map(() => 1)], [p0, q0] = [x.map(() => 0), queries.map(() => 0)], last = 1;
  for (let k = 0; k <= degree; k++) {
    const norm = dot(p, p), a = dot(p.map((each, i) => each * x[i]), p) / norm, b = k ? norm / last : 0;
    queries.forEach((_, j) => x.forEach((_, i) => { rows[j][i] += q[j] * p[i] / norm; }));
    [p, p0] = [p.map((each, i) => (x[i] - a) * each - b * p0[i]), p];
    [q, q0] = [q.map((each, j) => (queries[j] - a) * each - b * q0[j]), q];
    last = norm;
  }
  return rows;
}

export const parts = (S, x, queries, sigma) => ({
  bias2: mean(S.map((row, j) => (dot(row, x.map(curve)) - curve(queries[j])) ** 2)),
  variance: sigma ** 2 * mean(S.map((row) => dot(row, row))),
});

const LINE = range(101, (k) => -1 + k / 50), SIGMAS = range(21, (k) => k / 20);
const told = ({ bias2, variance }) => `bias² ${bias2 > 1e-6 ? number(bias2, 2) : "below a millionth"}, variance ${number(variance, 2)}`;

export default {
  asks: "Drag the place at which the curves are compared. Guess first: where do high degrees spread most, and where do low ones miss?",
  room: [-1, 1, -2.6, 2.6], x: "x", y: "y", tall: 0.75,
  begin: (start) => ({ ...start, degree: 0, sigma: 10, at: 0.5 }),
  controls: (state) => [
    { name: "degree", values: range(19), at: state.degree, set(k) { state.degree = k; } },
    { name: "σ", values: SIGMAS, at: state.sigma, set(k) { state.sigma = k; } },
  ],
  handles: (state) => [{ at: [state.at, -2.4], look: "grip", name: "place x", step: [0.02, 1], says: `x = ${number(state.at)}`, to(x) { state.at = x; } }],
  draw(plane, { x, signs, degree, sigma, at }) {
    const places = [...LINE.filter((_, k) => k % 2 === 0), at], S = smoother(x, degree, places), s = SIGMAS[sigma];
    const through = (y, look) => plane.path(S.slice(0, -1).map((row, j) => [places[j], dot(row, y)]), look);
    plane.path([[at, -2.4], [at, 2.6]], "soft");
    for (const each of signs) {
      const y = x.map((at, i) => curve(at) + s * each[i]);
      through(y, "thin faint");
      plane.dot([at, dot(S.at(-1), y)], "plus", 2.5);
    }
    through(x.map(curve), "thick plus");
    plane.path(LINE.map((t) => [t, curve(t)]), "dashed");
    plane.key([-0.95, 2.3], [["thick plus", "mean"], ["dashed", "truth"]]);
  },
  tell({ x, degree, sigma, at }) {
    const s = SIGMAS[sigma], all = parts(smoother(x, degree, LINE), x, LINE, s), here = parts(smoother(x, degree, [at]), x, [at], s);
    return `degree ${degree}, σ = ${number(s)}: ${told(all)}, together ${number(all.bias2 + all.variance, 2)}; at x = ${number(at)} ${told(here)}`;
  },
};
