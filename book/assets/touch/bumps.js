// Kernel ridge regression with the Gaussian kernel: a sum of bumps.
import { dot, mean, range, solve } from "./algebra.js";
import { number } from "./words.js";

export const gaussian = (sigma, a, b) => Math.exp(-((a - b) ** 2) / (2 * sigma ** 2));

// (G + λ m I) α = y
export function kernelRidge(x, y, sigma, lam) {
  const G = x.map((a, i) => x.map((b, j) => gaussian(sigma, a, b) + (i === j ? lam * x.length : 0)));
  return solve(G, y);
}

const LAMS = range(41, (k) => 10 ** (-4 + k / 10)), SIGMAS = range(30, (k) => (k + 1) / 10);
const LINE = range(141, (k) => -3.5 + k / 20);

export default {
  asks: "Drag the points, and change the width. Guess first: what happens to the curve when σ is very small, and when it is very large?",
  room: [-3.5, 3.5, -2.5, 2.5], x: "x", y: "y",
  begin: ({ x, y }) => ({ x, y, lam: 0, sigma: 1 }),
  controls: (state) => [
    { name: "λ", last: LAMS.length - 1, at: state.lam, says: (k) => number(LAMS[k], 2), set(k) { state.lam = k; } },
    { name: "σ", values: SIGMAS, at: state.sigma, set(k) { state.sigma = k; } },
  ],
  handles: (state) => state.x.map((x, i) => ({ at: [x, state.y[i]], look: "dot minus", name: `point ${i + 1}`, step: 0.1, to(a, b) { state.x[i] = a; state.y[i] = b; } })),
  draw(plane, { x, y, lam, sigma }) {
    const s = SIGMAS[sigma], alpha = kernelRidge(x, y, s, LAMS[lam]);
    alpha.forEach((a, j) => plane.path(LINE.map((t) => [t, a * gaussian(s, x[j], t)]), "thin soft"));
    plane.path(LINE.map((t) => [t, dot(alpha, x.map((each) => gaussian(s, each, t)))]), "thick plus");
  },
  tell({ x, y, lam, sigma }) {
    const alpha = kernelRidge(x, y, SIGMAS[sigma], LAMS[lam]);
    const error = mean(alpha.map((a) => (x.length * LAMS[lam] * a) ** 2));  // the residuals are λ m α
    return `λ = ${number(LAMS[lam], 2)}, σ = ${number(SIGMAS[sigma])}: largest |α| ${number(Math.max(...alpha.map(Math.abs)), 3)}, mean squared error ${number(error, 2)}`;
  },
};
