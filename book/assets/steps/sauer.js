// The theorem of Sauer, Shelah and Perles for what a class says on three points.
import { cell, letter } from "../touch/cells.js";
import { range } from "../touch/algebra.js";
import { setOf, shattered, subsets, words } from "./pajor.js";

const n = 3;
const CLASSES = { "000, 001, 011, 100, 111": 0, thresholds: ["000", "100", "110", "111"], intervals: words(n).filter((y) => y !== "101"), "an even number of ones": ["000", "011", "101", "110"] };
const listed = (name) => CLASSES[name] || name.split(", ");
const binomial = (m, i) => range(i).reduce((product, k) => product * (m - k) / (k + 1), 1);
export const sauer = (m, d) => range(Math.min(m, d) + 1).reduce((sum, i) => sum + binomial(m, i), 0);

// How many labellings and shattered sets, and the size of the largest of these.
export function count(F) {
  const sets = shattered(F, n);
  return { F: F.length, sets: sets.length, d: Math.max(...sets.map((B) => B.length)) };
}

const row = (size) => 15 - 4.6 * size, HIGH = 3.5, WIDE = 6.8;
function draw(plane, { F }, { small = false, total = false }) {
  const { d } = count(F), there = shattered(F, n).map(String);
  letter(plane, [3, 20.2], "labellings");
  letter(plane, [21.5, 20.2], small ? "sets, by size" : "shattered sets");
  F.forEach((y, k) => cell(plane, [0.3, 16.3 - 2.65 * k], [5.4, 2.3], y, "thin"));
  for (const size of range(n + 1)) {
    const all = subsets(n).filter((B) => B.length === size), left = 21.5 - all.length * 3.7, out = small && size > d;
    all.forEach((B, k) => {
      const at = [left + 7.4 * k + 0.3, row(size)];
      if (there.includes(String(B))) cell(plane, at, [WIDE, HIGH], setOf(B, n - 1), "area");
      else if (small) cell(plane, at, [WIDE, HIGH], setOf(B, n - 1), out ? "soft thin dotted" : "dashed", out ? "pale" : "");
      else plane.square(at, [at[0] + WIDE, at[1] + HIGH], "soft thin dotted");
    });
    if (total) letter(plane, [37, row(size) + HIGH / 2], out ? "–" : String(all.length), out ? "pale" : "");
  }
  if (small && d < n) plane.path([[8.5, row(d) - 0.5], [35, row(d) - 0.5]], "thick minus");
  if (small && d < n) letter(plane, [10.5, row(d) - 2], `d = ${d}`);
}
const step = (look, tell) => ({ room: [0, 42, 0, 21.4], axes: { axes: false }, draw: (plane, s) => draw(plane, s, look), tell: (s) => tell(count(s.F)) });
const sum = (d) => range(d + 1, (i) => binomial(n, i)).join(" + "), curve = (d) => range(7, (m) => [m, sauer(m, d)]);

export default {
  name: "The theorem of Sauer, Shelah and Perles on three points",
  begin: () => ({ k: 0, F: listed(Object.keys(CLASSES)[0]) }),
  control: (s) => ({ name: "labellings by the class", values: Object.keys(CLASSES), at: s.k, set(k) { s.k = k; s.F = listed(Object.keys(CLASSES)[k]); } }),
  steps: {
    shattered: step({}, ({ F, sets }) => `${F} labellings ≤ ${sets} shattered sets`),
    small: step({ small: true }, ({ d }) => `d = ${d}: no shattered set has more than ${d} point${d === 1 ? "" : "s"} (below the line)`),
    subsets: step({ small: true, total: true }, ({ F, sets, d }) => `${F} labellings ≤ ${sets} shattered sets ≤ ${sum(d)} = ${sauer(n, d)} sets of at most ${d} point${d === 1 ? "" : "s"}`),
    grows: {
      axes: { x: "points n" },
      room: (s) => [0, 6.3, 0, 1.1 * sauer(6, count(s.F).d)],
      draw(plane, s) {
        const { d } = count(s.F), points = curve(d);
        plane.path(range(61, (k) => [k / 10, 2 ** (k / 10)]), "dashed soft");
        plane.path(points, "thin plus");
        for (const at of points) plane.dot(at, "plus", at[0] === n ? 6 : 4);
        plane.key([0.3, sauer(6, d)], [["dashed soft", "all labellings, 2ⁿ"], ["plus", `sets of at most ${d} of n points`]]);
      },
      tell({ F }) { const { d } = count(F); return `d = ${d}, for 0, 1, …, 6 points: ${curve(d).map(([, value]) => value).join(", ")}`; },
    },
  },
};
