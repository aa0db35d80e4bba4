// The ghost sample for the thresholds of its figure: one sample S far from the truth, twelve ghosts.
import { range } from "../touch/algebra.js";
import { betray, share, signed, steps as stairs } from "../touch/ghost.js";
import { fixed, number } from "../touch/words.js";

// How far S is from the risk at the bar, taken as epsilon, how far each ghost, and what Chebyshev's inequality says.
export function judge({ S, ghosts, a }) {
  const eps = Math.abs(share(S, a) - a), m = S.length, off = ghosts.map((x) => share(x, a) - a);
  const near = off.filter((each) => Math.abs(each) < eps / 2).length;
  return { eps, m, off, near, apart: betray(S, ghosts, a), variance: 1 / (4 * m), chance: 1 - 1 / (m * eps * eps) };
}

const AXES = { x: "threshold a", y: "error" };
function curves(plane, { S, ghosts, a, k }, { ghost = false, bars = [] }) {
  const [own, other] = [share(S, a), share(ghosts[k], a)];
  plane.path([[0, 0], [1, 1]], "dashed");
  if (ghost) plane.path(stairs(ghosts[k]), "line dotted third");
  plane.path(stairs(S), "line plus");
  const ends = { gap: [a, own, "bar minus"], near: [a, other, "bar third"], apart: [own, other, "bar good"] };
  bars.forEach((name, j) => {
    const [from, to, look] = ends[name], x = a + 0.022 * (j - (bars.length - 1) / 2);
    plane.path([[x, from], [x, to]], look);
  });
  if (bars.includes("gap")) plane.word([a - 0.08, own], "ε");
  plane.key([0.6, 0.28], [["line plus", "S"], ...(ghost ? [["line dotted third", "ghost S′"]] : []), ["dashed", "risk"]]);
}
// All ghosts at the bar, each in a column of its own, between the risk minus and plus half of epsilon.
function many(plane, s, { band = false, spread = false }) {
  const { eps, off, variance } = judge(s), { S, a, k } = s;
  if (band) plane.square([0, a - eps / 2], [14, a + eps / 2], "shade");
  if (spread) for (const side of [-1, 1]) plane.path([[0, a + side * Math.sqrt(variance)], [14, a + side * Math.sqrt(variance)]], "thin dotted third");
  plane.path([[0, a], [14, a]], "dashed");
  plane.path([[0, share(S, a)], [14, share(S, a)]], "line plus");
  plane.path([[0, share(S, a) - eps / 2], [14, share(S, a) - eps / 2]], "dotted plus");
  off.forEach((each, j) => {
    plane.path([[j + 1, a], [j + 1, a + each]], "thin third");
    plane.dot([j + 1, a + each], "third", j === k ? 6 : 4);
  });
  plane.word([10.7, share(S, a)], "S");
  plane.word([11.9, a], "risk");
  plane.word([10.7, share(S, a) - eps / 2], "S − ε/2");
}
const curve = (look, tell) => ({ room: [0, 1, 0, 1], axes: AXES, draw: (plane, s) => curves(plane, s, look), tell: (s) => tell(s, judge(s)) });
const row = (look, tell) => ({ room: [0, 14, 0, 1], axes: { x: "the ghosts", y: "error at the bar", bare: true }, draw: (plane, s) => many(plane, s, look), tell: (s) => tell(s, judge(s)) });
const all = (s) => s.ghosts.length;

export default {
  name: "A ghost beside an unlucky sample",
  from: "#fig-ghost [data-start]",
  begin: (start) => ({ ...start, k: start.ghosts.length - 1 }),
  control: (s) => ({ name: "ghost k", values: range(all(s), (k) => `ghost ${k + 1}`), at: s.k, set(k) { s.k = k; } }),
  steps: {
    fix: curve({ bars: ["gap"] }, ({ S, a }, { eps, m }) => `m = ${m}: at a = ${fixed(a)} the error on S is ${fixed(share(S, a))}; let ε be this gap, ${fixed(eps)}`),
    even: row({}, (s, { eps, apart }) => `${apart} of ${all(s)} ghosts are at least ε/2 = ${fixed(eps / 2)} from S; we show: in the long run, at least half of them`),
    one: curve({ bars: ["gap"] }, ({ a }, { eps }) => `one h, the threshold at a = ${fixed(a)}, chosen by S alone; its gap is ε = ${fixed(eps)}, so here η can be as small as we like`),
    near: curve({ ghost: true, bars: ["gap", "near", "apart"] }, ({ k }, { eps, off }) => `ghost ${k + 1} is ${signed(off[k])} from the risk, less than ε/2 = ${fixed(eps / 2)}: it is ${fixed(eps - off[k])} from S`),
    average: row({ spread: true }, (s, { m, variance }) => `at this one h a ghost’s error is a mean of m = ${m}: variance at most 1/(4m) = ${number(variance, 3)} (dotted: its root)`),
    chebyshev: row({ band: true, spread: true }, (s, { near, eps, chance }) => `within ε/2 = ${fixed(eps / 2)} of the risk (grey): ${near} of ${all(s)}; Chebyshev guarantees ${fixed(chance)}`),
    limit: row({ band: true }, (s, { m, eps, chance }) => `1 − 1/(mε²) = 1 − 1/${number(m * eps * eps, 3)} = ${fixed(chance)} ≥ ½, because mε² ≥ 2`),
  },
};
