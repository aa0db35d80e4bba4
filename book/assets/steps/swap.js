// The lemma of swapping for three labellings of two pairs of examples, at all four throws of the coins.
import { range } from "../touch/algebra.js";
import { cell, letter } from "../touch/cells.js";
import { number } from "../touch/words.js";

const ERRORS = [[[1, 0], [1, 0]], [[1, 0], [0, 1]], [[1, 1], [0, 1]]];  // [h][i]: at z_i and at z_i'
const THROWS = [[1, 1], [1, -1], [-1, 1], [-1, -1]], m = 2, N = ERRORS.length, T = 1, K = 2;

// After the exchanges: the errors in S and in S', and the difference of their averages.
export function after(h, sigma) {
  const inFirst = ERRORS[h].map(([own, other], i) => (sigma[i] > 0 ? own : other));
  const inSecond = ERRORS[h].map(([own, other], i) => (sigma[i] > 0 ? other : own));
  const sum = (errors) => errors.reduce((total, each) => total + each, 0);
  return { inFirst, inSecond, difference: (sum(inFirst) - sum(inSecond)) / m, hides: sum(inFirst) === 0 && sum(inSecond) >= K };
}
const far = ({ difference }) => Math.abs(difference) >= T, hides = (each) => each.hides;

// For each labelling, how many of the four throws are bad for it, and how many are bad for one of them.
export function bad(test) {
  const each = range(N, (h) => THROWS.filter((sigma) => test(after(h, sigma))).length);
  return { each, some: THROWS.filter((sigma) => range(N).some((h) => test(after(h, sigma)))).length };
}
export const counts = () => ({ errors: ERRORS, far: bad(far), hides: bad(hides), part1: [Math.exp(-m * T * T / 2), 2 * N * Math.exp(-m * T * T / 2)], part2: N * 2 ** -K });

const coin = (sign) => (sign > 0 ? "+" : "−"), thrown = (sigma) => sigma.map(coin).join(" ");
const said = (sigma) => `σ = (${sigma.map(coin).join(", ")})`, low = (i) => "₁₂₃"[i];
const half = (value) => (value === 0 ? "0" : `${value < 0 ? "−" : ""}${Math.abs(value) === 0.5 ? "½" : Math.abs(value)}`);
const quarter = (k) => `${k}/4`, signed = (value) => `${value < 0 ? " − " : " + "}${Math.abs(value)}`;

const HIGH = 3.3, TITLE = 21.6, OVER = 18.9, NAMED = 15.9, row = (h) => 10.4 - 4 * h, ON = [4.2, 8, 13.4, 17.2], WIDE = 3.6, AT = 24, STEP = 4.5;
function cross(plane, [x, y]) {
  for (const side of [-1, 1]) plane.path([[x - 0.7, y - 0.7 * side], [x + 0.7, y + 0.7 * side]], "thick minus");
}
// The errors in S and in S': an exchanged pair shows where its examples are now.
function samples(plane, sigma, title, { only, right = 0 } = {}) {
  letter(plane, [right + ON[2] - 0.8, TITLE], title, "pale");
  for (const [text, x] of [["S", ON[1]], ["S′", ON[3]]]) letter(plane, [right + x - 0.1, OVER], text);
  ON.forEach((x, k) => {
    const i = k % 2, primed = (k < 2) === (sigma[i] < 0);
    letter(plane, [right + x + WIDE / 2, NAMED], `z${low(i)}${primed ? "′" : ""}`, sigma[i] < 0 ? "swapped" : "");
  });
  range(N).forEach((h) => {
    const { inFirst, inSecond } = after(h, sigma), dim = only !== undefined && only !== h;
    if (!right) letter(plane, [1.7, row(h) + HIGH / 2], `h${low(h)}`, dim ? "pale" : "");
    [...inFirst, ...inSecond].forEach((error, k) => {
      const x = right + ON[k];
      plane.square([x, row(h)], [x + WIDE, row(h) + HIGH], dim ? "soft thin dotted" : sigma[k % 2] < 0 ? "good" : "");
      if (error && !dim) cross(plane, [x + WIDE / 2, row(h) + HIGH / 2]);
    });
  });
}
// A column for each throw: what the labellings get there, and which are bad.
function throws(plane, now, { test, word, title, only, sums = false }) {
  letter(plane, [AT + 2 * STEP - 0.2, TITLE], title, "pale");
  letter(plane, [AT + 2 * STEP - 0.2, OVER], "σ₁ σ₂");
  THROWS.forEach((sigma, k) => {
    const x = AT + STEP * k;
    letter(plane, [x + 2.1, NAMED], thrown(sigma));
    if (sigma === now) plane.square([x - 0.2, row(N - 1) - 0.4], [x + 4.4, 17.6], "thick");
    range(N).forEach((h) => {
      const it = after(h, sigma), dim = only && !only.includes(h);
      if (dim) plane.square([x, row(h)], [x + 4.2, row(h) + HIGH], "soft thin dotted");
      else cell(plane, [x, row(h)], [4.2, HIGH], word(it), test(it) ? "struck" : "soft thin");
    });
    if (sums && range(N).some((h) => test(after(h, sigma)))) letter(plane, [x + 2.1, 0.8], "bad");
  });
}
const PART1 = { title: "difference at each throw", test: far, word: ({ difference }) => half(difference) };
const PART2 = { title: "errors in S : in S′", test: hides, word: ({ inFirst, inSecond }) => `${inFirst[0] + inFirst[1]} : ${inSecond[0] + inSecond[1]}` };
const PLAIN = { test: () => false };
const step = (look, tell, only) => ({
  room: [0, 42, 0, 23], axes: { axes: false },
  draw(plane, { k }) {
    const sigma = THROWS[k];
    if (!look) samples(plane, THROWS[0], "as drawn");
    samples(plane, sigma, "after the exchanges", look ? { only } : { right: 20.5 });
    if (look) throws(plane, sigma, look);
  },
  tell: ({ k }) => tell(THROWS[k]),
});
const differ = (h) => ERRORS[h].map(([own, other]) => own - other);

export default {
  name: "Swapping two pairs",
  begin: () => ({ k: 1 }),
  control: (s) => ({ name: "coins σ₁ σ₂", values: THROWS.map(thrown), at: s.k, set(k) { s.k = k; } }),
  steps: {
    rows: step(null, (sigma) => `m = ${m} pairs, N = ${N} labellings, crosses are errors; ${said(sigma)}: ${sigma.every((s) => s > 0) ? "nothing is exchanged" : `exchanged: pair ${sigma.flatMap((s, i) => (s < 0 ? [i + 1] : [])).join(" and ")}`}`),
    signs: step({ ...PART1, ...PLAIN, only: [0] }, (sigma) => `h₁ at ${said(sigma)}: ½(${sigma.map((s, i) => s * differ(0)[i]).map((v, i) => (i ? signed(v) : half(v))).join("")}) = ${half(after(0, sigma).difference)}; mean over all four throws: ${THROWS.reduce((sum, each) => sum + after(0, each).difference, 0) / THROWS.length}`, 0),
    tails: step({ ...PART1, only: [0] }, () => {
      const up = THROWS.filter((sigma) => after(0, sigma).difference >= T).length, down = THROWS.filter((sigma) => after(0, sigma).difference <= -T).length;
      return `h₁, t = ${T}: at least ${T} in ${up} of 4 throws, at most −${T} in ${down}; each ${quarter(up)} ≤ e⁻¹ = ${number(counts().part1[0], 3)}`;
    }, 0),
    union: step({ ...PART1, sums: true }, () => {
      const { each, some } = bad(far);
      return `bad throws: ${quarter(some)} ≤ ${each.map(quarter).join(" + ")} ≤ 2·${N}·e⁻¹ = ${number(counts().part1[1], 3)}`;
    }),
    twice: step({ ...PART2, only: [2] }, (sigma) => `h₃ errs on z₁ and on z₁′: one of them is in S at every throw; ${said(sigma)}: ${PART2.word(after(2, sigma))} errors in S and S′`, 2),
    once: step({ ...PART2, ...PLAIN, only: [0, 1] }, () => `h₁ and h₂ err once in each pair: r = ${m}`),
    right: step({ ...PART2, only: [0, 1] }, () => {
      const [first, second] = bad(hides).each;
      return `k = ${K}, no error in S: h₁ in ${first} of 4 throws, h₂ in ${second} of 4; each ${quarter(first)} = 2⁻²`;
    }),
    sum: step({ ...PART2, sums: true }, () => {
      const { each, some } = bad(hides);
      return `bad throws: ${quarter(some)} ≤ ${each.map(quarter).join(" + ")} ≤ ${N}·2⁻² = ${number(counts().part2)}`;
    }),
  },
};
