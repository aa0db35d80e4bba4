// Pajor's lemma on a few labellings of two or three points; the last point is c.
import { cell, letter } from "../touch/cells.js";
import { range } from "../touch/algebra.js";

const CLASSES = ["000, 001, 011, 100, 111", "00, 11", "010, 011, 100, 101", "000, 011, 101, 110", "all eight"];
export const words = (n) => range(2 ** n, (k) => range(n, (i) => (k >> (n - 1 - i)) & 1).join(""));
const listed = (text) => (text === "all eight" ? words(3) : text.split(", "));

// The sets of points, as lists of their numbers, on which all labellings occur, small sets first.
export const subsets = (n) => range(2 ** n, (k) => range(n).filter((i) => (k >> i) & 1)).sort((A, B) => A.length - B.length);
export const shattered = (F, n) => subsets(n).filter((B) => new Set(F.map((y) => B.map((i) => y[i]).join(""))).size === 2 ** B.length);

// The labellings without the last point: all of them, and those that come from twins.
export function split(F) {
  const n = F[0].length - 1, once = words(n).filter((y) => F.includes(`${y}0`) || F.includes(`${y}1`));
  const twice = once.filter((y) => F.includes(`${y}0`) && F.includes(`${y}1`));
  return { n, once, twice, of: shattered(once, n), ofTwins: shattered(twice, n), all: shattered(F, n + 1) };
}

const NAMES = ["c", "ac", "abc"];  // by the number of other points
export const setOf = (B, n) => (B.length ? `{${B.map((i) => NAMES[n][i]).join(",")}}` : "∅");
const list = (all) => (all.length ? all.join(", ") : "nothing");
const braces = (all) => (all.length ? `{${all.join(", ")}}` : "∅");
const same = (A, B) => A.length === B.length && A.every((i, k) => i === B[k]);
const has = (sets, B) => sets.some((A) => same(A, B));

const HIGH = 3.3, TOP = 18.2, row = (k) => TOP - 3.9 * (k + 1), X = { none: 5, one: 10.4, once: 17, twice: 21.6, sets: 28.6, more: 35.4 };
const counted = (plane, x, text, look = "") => letter(plane, [x, 1.3], text, look);
const headed = (plane, x, text, look = "") => letter(plane, [x, TOP + 1.4], text, look);

// F as a table: a row for each labelling of C', a column for each label of c.
function labellings(plane, { F }, { split: parted = true, twins = false, dim = false }) {
  const { n, twice } = split(F);
  if (parted) {
    headed(plane, 2.3, NAMES[n].slice(0, n), "pale");
    headed(plane, X.none + 2.5, "0 at c");
    headed(plane, X.one + 2.5, "1 at c");
  } else headed(plane, X.one - 0.2, "F");
  words(n).forEach((y, k) => {
    if (parted) letter(plane, [2.3, row(k) + HIGH / 2], y, "pale");
    for (const label of [0, 1]) {
      const there = F.includes(y + label), at = [label ? X.one : X.none, row(k)];
      if (there) cell(plane, at, [5, HIGH], y + label, twins && twice.includes(y) ? "area" : dim ? "soft" : "");
      else plane.square(at, [at[0] + 5, at[1] + HIGH], "soft thin dotted");
    }
    if (twins && twice.includes(y)) plane.square([X.none - 0.3, row(k) - 0.3], [X.one + 5.3, row(k) + HIGH + 0.3], "thick plus");
  });
  counted(plane, X.one - 0.2, String(F.length));
}
// The rows that are taken, and those that are taken twice.
function halves(plane, { F }) {
  const { n, once, twice } = split(F);
  for (const [x, name, rows, look] of [[X.once, "F′", once, ""], [X.twice, "F″", twice, "area"]]) {
    headed(plane, x + 2.1, name);
    words(n).forEach((y, k) => { if (rows.includes(y)) cell(plane, [x, row(k)], [4.2, HIGH], y, look); });
    counted(plane, x + 2.1, String(rows.length));
  }
  counted(plane, (X.twice + X.once + 4.2) / 2, "+");
  counted(plane, 16.2, "=");
}
const DIVIDED = [[27.2, 2.9], [27.2, TOP + 2.6]];
// The sets of C' on the left, and on the right the same sets, or these with c.
function sets(plane, { F }, { heads, withC = false, first = "", second = "area", extra = "", end = "" }) {
  const { n, of, ofTwins, all } = split(F);
  plane.path(DIVIDED, "soft thin dashed");
  heads.forEach((text, k) => headed(plane, heads.length === 1 && second !== null ? X.more - 0.3 : (k ? X.more : X.sets) + 3.1, text));
  subsets(n).forEach((B, k) => {
    const above = [...B, n];
    for (const [x, name, own, total, look] of [[X.sets, B, of, B, first], [X.more, withC ? above : B, ofTwins, above, second]]) {
      if (look === null) continue;
      const at = [x, row(k)], size = [6.2, HIGH], text = setOf(name, n);
      if (has(own, B)) cell(plane, at, size, text, look);
      else if (extra && has(all, total)) cell(plane, at, size, text, extra);
      else plane.square(at, [at[0] + 6.2, at[1] + HIGH], "soft thin dotted");
    }
  });
  if (end) {
    counted(plane, X.more - 0.3, String(all.length));
    return counted(plane, 22.4, end);
  }
  counted(plane, X.sets + 3.1, String(of.length));
  if (second === null) return null;
  counted(plane, X.more + 3.1, String(ofTwins.length));
  counted(plane, X.more - 0.3, "+");
  return counted(plane, 27.2, "≤");
}
const frame = { room: [0, 42, 0, 21.4], axes: { axes: false } };
const step = (draw, tell, more = {}) => ({ ...frame, draw, tell: (s) => tell(s, split(s.F)), ...more });
const SH = ["sh(F′)", "sh(F″)"], names = (some, n) => list(some.map((B) => setOf(B, n)));
const sum = ({ once, twice }) => `${once.length} + ${twice.length}`;
const chain = (s, now) => `${s.F.length} = ${sum(now)} ≤ ${now.of.length} + ${now.ofTwins.length}`;
const pairs = (k) => (k === 1 ? "1 pair of twins" : `${k} pairs of twins`);

function nothing(plane) {
  const lines = [["C = ∅", "F", "shatters"], ["", "empty", "nothing"], ["", "one labelling", "∅"]];
  lines.forEach((texts, k) => texts.forEach((text, j) => letter(plane, [[5, 18, 33][j], 16 - 5 * k], text, k ? "" : "pale")));
  lines.slice(1).forEach((_, k) => letter(plane, [39.5, 11 - 5 * k], `${k} ≤ ${k}`));
}

export default {
  name: "Pajor’s lemma on a few labellings",
  begin: () => ({ k: 0, F: listed(CLASSES[0]) }),
  control: (s) => ({ name: "labellings F", values: CLASSES, at: s.k, set(k) { s.k = k; s.F = listed(CLASSES[k]); } }),
  steps: {
    claim: step((plane, s) => {
      labellings(plane, s, { split: false });
      sets(plane, s, { heads: ["sh(F)"], withC: true, first: "good", second: "good", extra: "good", end: "≤" });
    }, ({ F }, { n, all }) => `${F.length} labellings, ${all.length} shattered sets: ${names(all, n)}`),
    empty: step(nothing, () => "no point: F is empty, 0 ≤ 0, or F holds the one empty labelling, 1 ≤ 1"),
    point: step((plane, s) => labellings(plane, s, {}), (s, { n }) => `c is the last point: a row for each labelling of the other ${n === 1 ? "point" : "two"}, a column for each label of c`),
    twins: step((plane, s) => labellings(plane, s, { twins: true }), ({ F }, { twice }) => `a row with both labels of c holds twins: ${pairs(twice.length)}, ${F.length - 2 * twice.length} without a twin`),
    halves: step((plane, s) => { labellings(plane, s, { twins: true }); halves(plane, s); }, (s, { once, twice }) => `F′ = ${braces(once)}, F″ = ${braces(twice)}`),
    count: step((plane, s) => { labellings(plane, s, { twins: true }); halves(plane, s); }, ({ F }, now) => `∣F∣ = ∣F′∣ + ∣F″∣: ${F.length} = ${sum(now)}`),
    induction: step((plane, s) => { labellings(plane, s, { twins: true }); halves(plane, s); sets(plane, s, { heads: SH }); }, (s, now) => `the lemma for ${now.n === 1 ? "one point" : "two points"}: ${chain(s, now)}`),
    stays: step((plane, s) => { labellings(plane, s, { dim: true }); halves(plane, s); sets(plane, s, { heads: ["sh(F′)"], first: "good", second: null }); },
      (s, { n, of }) => `shattered by F′, and by F as well: ${names(of, n)}`),
    "with-c": step((plane, s) => { labellings(plane, s, { twins: true, dim: true }); halves(plane, s); sets(plane, s, { heads: ["sh(F′)", "B ∪ {c}"], withC: true, first: "soft", second: "area" }); },
      (s, { n, ofTwins }) => (ofTwins.length ? `F″ shatters ${names(ofTwins, n)}, so F shatters ${names(ofTwins.map((B) => [...B, n]), n)}` : "no twins here: F″ is empty and shatters nothing")),
    apart: step((plane, s) => { labellings(plane, s, { twins: true }); halves(plane, s); sets(plane, s, { heads: ["without c", "with c"], withC: true }); }, (s, { of, ofTwins }) => `no set twice: ${of.length} without c, ${ofTwins.length} with c`),
    total: step((plane, s) => {
      const { of, ofTwins } = split(s.F);
      labellings(plane, s, { twins: true });
      sets(plane, s, { heads: ["without c", "with c"], withC: true, extra: "dashed good", end: `≤ ${of.length} + ${ofTwins.length} ≤` });
    }, (s, now) => `${chain(s, now)} ≤ ${now.all.length} = ∣sh(F)∣${now.all.length > now.of.length + now.ofTwins.length ? " (dashed: further shattered sets)" : ""}`),
  },
};
