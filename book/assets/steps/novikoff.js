// Novikoff's theorem on the ten points of its page: each step of the proof on an actual run.
import { dot } from "../touch/algebra.js";
import { batchPerceptron, mistakes, widest } from "../touch/perceptron.js";
import { number, pair } from "../touch/words.js";

// The numbers of the proof, for the shortest u, of length B: R, and for each t what stands in the squeeze and in the last update.
export function squeeze(X, y, choose = "first") {
  const foot = widest(X, y), best = foot.map((each) => each / dot(foot, foot));
  const B = Math.hypot(...best), square = Math.max(...X.map((x) => dot(x, x))), R = Math.sqrt(square);
  const { trace, chosen, updates } = batchPerceptron(X, y, choose);
  const rows = trace.map((w, t) => {
    const row = { t, w, product: dot(w, best), squared: dot(w, w), cauchy: B * Math.hypot(...w), growth: B * R * Math.sqrt(t) };
    if (t === 0) return row;
    const i = chosen[t - 1], x = X[i];
    return { ...row, i, adds: y[i] * dot(best, x), mistake: y[i] * dot(trace[t - 1], x), example: dot(x, x) };
  });
  return { best, B, R, square, bound: square * dot(best, best), updates, rows };
}

const n = (value) => number(value, 3);
const low = (t) => [...String(t)].map((digit) => String.fromCharCode(0x2080 + Number(digit))).join("");
const signed = (value) => (value < 0 ? `− ${n(-value)}` : `+ ${n(value)}`);
const times = (t) => (t === 1 ? "1 update" : `${t} updates`);
const weights = (long) => [-long, long, -0.2 * long, long], DATA = [-7.5, 7.5, -4.4, 4.6], BARE = { x: "updates t" };

const product = ({ t, rows }) => `⟨u,w${low(t)}⟩ = ${n(rows[t].product)}`;
const progress = (s) => `after ${times(s.t)}: ${s.t} ≤ ${product(s)}`;
const cauchy = (s) => `${progress(s)} ≤ ‖u‖·‖w${low(s.t)}‖ = ${n(s.rows[s.t].cauchy)}`;
const growth = (s) => `${cauchy(s)} ≤ ‖u‖·√${s.t}·R = ${n(s.rows[s.t].growth)}`;

const circle = (plane, r, look) => plane.path(Array.from({ length: 91 }, (_, k) => [r * Math.cos(k * Math.PI / 45), r * Math.sin(k * Math.PI / 45)]), look);
const near = (s) => weights(1.2 + Math.max(4.5, ...s.rows[s.t].w.map(Math.abs), ...s.rows[s.t - 1].w.map(Math.abs)));
const scaled = (v, r) => v.map((each) => each * r);

function towards(plane, { best, B }) {
  plane.path([[0, 0], scaled(best, 12 / B)], "dotted soft");
  plane.arrow([0, 0], best, "good");
  plane.word(best, "u");
}
function update(plane, { t, rows }) {
  const before = rows[t - 1].w, after = rows[t].w;
  plane.arrow([0, 0], after, "thick");
  if (dot(before, before)) { plane.arrow([0, 0], before, "soft"); plane.word(before, `w${low(t - 1)}`); }
  plane.arrow(before, after, "dashed plus");
  plane.word(after, `w${low(t)}`);
}
function sample(plane, { X, y }, w, picked = -1) {
  plane.half(w, 0);
  plane.line(w, 0, "line");
  X.forEach((x, i) => plane.sign(x, y[i]));
  for (const i of picked < 0 ? mistakes(X, y, w) : [picked]) plane.ring(X[i]);
}
function dots(plane, s, at, look) {
  plane.path(s.rows.map((row) => [row.t, at(row)]), `thin ${look}`);
  for (const row of s.rows) plane.dot([row.t, at(row)], look, row.t === s.t ? 5.5 : 2.5);
}
const curve = (last, f) => Array.from({ length: 81 }, (_, k) => [last * k / 80, f(last * k / 80)]);
const top = (s, at) => 1.12 * Math.max(...s.rows.map(at));

// The chain t, <u, w_t>, |u| |w_t|, |u| R sqrt(t), as far as the step has come.
function chain(plane, s, far) {
  const [, last, , high] = plane.room, looks = [["dashed minus", "t"], ["good", "⟨u,wₜ⟩"], ["", "‖u‖·‖wₜ‖"], ["plus", "‖u‖·√t·R"]];
  plane.path([[0, 0], [last, last]], "dashed minus");
  if (far > 2) plane.path(curve(last, (t) => s.R * s.B * Math.sqrt(t)), "plus");
  dots(plane, s, (row) => row.product, "good");
  if (far > 1) dots(plane, s, (row) => row.cauchy, "");
  const { product: low1, cauchy: low2, growth: low3 } = s.rows[s.t];
  plane.path([[s.t, 0], [s.t, [low1, low2, low3][far - 1]]], "dotted soft");
  plane.key([0.03 * last, 0.94 * high], looks.slice(0, far + 1).reverse());
}
// The same in the plane: a line, a shadow that is shorter than its arrow, and a circle.
function between(plane, s, far) {
  const { w, product: long } = s.rows[s.t];
  towards(plane, s);
  plane.line(s.best, -s.t, "dashed minus");
  if (far > 1) plane.path([w, scaled(s.best, long / s.B ** 2)], "dotted");
  plane.path([[0, 0], scaled(s.best, long / s.B ** 2)], "bar good");
  if (far > 2) circle(plane, s.R * Math.sqrt(s.t), "plus");
  plane.arrow([0, 0], w, "thick");
  plane.word(w, `w${low(s.t)}`);
}
const squeezed = (far, tell) => ({
  link: far, axes: BARE, room: (s) => [0, s.updates + 0.5, 0, top(s, (row) => row.growth)], draw: (plane, s) => chain(plane, s, far), tell,
  also: { room: (s) => weights(Math.max(6, 1.05 * s.R * Math.sqrt(s.t))), draw: (plane, s) => between(plane, s, far) },
});

const far = (s) => Math.ceil(1.15 * s.bound);
function crossing(plane, s) {
  const last = far(s);
  plane.path([[0, 0], [last, last]], "dashed minus");
  plane.path(curve(last, (t) => s.R * s.B * Math.sqrt(t)), "plus");
  plane.path(s.rows.map((row) => [row.t, row.cauchy]), "thick");
  plane.dot([s.bound, s.bound], "", 5);
  plane.path([[s.bound, 0], [s.bound, s.bound]], "dotted soft");
  plane.key([0.03 * last, 0.94 * last], [["plus", "‖u‖·√t·R"], ["dashed minus", "t"], ["thick", "‖u‖·‖wₜ‖, the run"]]);
}

export default {
  name: "Novikoff’s theorem on ten points",
  from: "#fig-adversary [data-start]",
  begin: ({ X, y }) => ({ X, y, t: 2, ...squeeze(X, y) }),
  control: (s) => ({ name: "updates t", first: 1, last: s.updates, at: s.t, set(t) { s.t = t; } }),
  steps: {
    "adds-one": {
      room: near,
      draw(plane, s) {
        const foot = (t) => scaled(s.best, s.rows[t].product / s.B ** 2);
        towards(plane, s);
        for (const t of [s.t - 1, s.t]) plane.line(s.best, -s.rows[t].product, "thin dashed minus");
        update(plane, s);
        plane.path([foot(s.t - 1), foot(s.t)], "bar minus");
      },
      tell: ({ t, rows }) => `update ${t} adds y⟨u,x⟩ = ${n(rows[t].adds)} ≥ 1: from ⟨u,w${low(t - 1)}⟩ = ${n(rows[t - 1].product)} to ${n(rows[t].product)}`,
    },
    "add-up": {
      axes: BARE,
      room: (s) => [0, s.updates + 0.5, 0, top(s, (row) => row.product)],
      draw: (plane, s) => chain(plane, s, 1),
      tell: progress,
    },
    square: {
      room: near,
      draw(plane, s) {
        const before = s.rows[s.t - 1].squared;
        circle(plane, Math.sqrt(before + s.square), "plus");
        circle(plane, Math.sqrt(before), "thin soft");
        update(plane, s);
      },
      tell: ({ t, rows, square }) => `‖w${low(t)}‖² = ${n(rows[t - 1].squared)} ${signed(2 * rows[t].mistake)} + ${n(rows[t].example)} = ${n(rows[t].squared)} ≤ ${n(rows[t - 1].squared)} + ${n(square)}`,
    },
    mistake: {
      room: DATA,
      draw(plane, s) {
        const { w } = s.rows[s.t - 1];
        sample(plane, s, w, s.rows[s.t].i);
        if (dot(w, w)) plane.arrow([0, 0], scaled(w, Math.min(1, 4 / Math.hypot(...w))));
      },
      tell: ({ t, rows, X }) => `update ${t}, on x = ${pair(X[rows[t].i])}: y⟨w${low(t - 1)},x⟩ = ${n(rows[t].mistake)} ≤ 0, a mistake`,
    },
    "add-squares": {
      axes: BARE,
      room: (s) => [0, s.updates + 0.5, 0, 1.05 * s.square * s.updates],
      draw(plane, s) {
        const [, last, , high] = plane.room;
        plane.path([[0, 0], [last, s.square * last]], "plus");
        dots(plane, s, (row) => row.squared, "");
        plane.path([[s.t, 0], [s.t, s.square * s.t]], "dotted soft");
        plane.key([0.03 * last, 0.94 * high], [["plus", "t·R²"], ["", "‖wₜ‖²"]]);
      },
      tell: ({ t, rows, square, R }) => `after ${times(t)}: ‖w${low(t)}‖² = ${n(rows[t].squared)} ≤ ${t}·R² = ${n(t * square)}, so ‖w${low(t)}‖ = ${n(Math.sqrt(rows[t].squared))} ≤ √${t}·R = ${n(Math.sqrt(t) * R)}`,
    },
    given: {
      room: DATA,
      draw(plane, s) {
        for (const side of [-1, 1]) plane.line(s.best, side, "thin dashed good");
        sample(plane, s, s.rows[s.t].w);
        plane.arrow([0, 0], s.best, "good");
        plane.word(s.best, "u");
      },
      tell: ({ t, rows, best, B }) => `u = ${pair(best, 3)}, of length ‖u‖ = ${n(B)}; after ${times(t)}: w${low(t)} = ${pair(rows[t].w)}`,
    },
    progress: squeezed(1, progress),
    cauchy: squeezed(2, cauchy),
    growth: squeezed(3, growth),
    divide: {
      axes: BARE,
      room: (s) => [0, far(s), 0, far(s)],
      draw: crossing,
      tell: (s) => `t ≤ ‖u‖·√t·R up to t = (R‖u‖)² = ${n(s.square)}·${n(s.B ** 2)} = ${n(s.bound)}`,
    },
    "never-more": {
      axes: BARE,
      room: (s) => [0, far(s), 0, far(s)],
      draw(plane, s) {
        crossing(plane, s);
        plane.square([s.bound, 0], [far(s), far(s)], "shade");
      },
      tell: (s) => `this run: ${times(s.updates)} ≤ ${n(s.bound)} = (R‖u‖)²`,
    },
    stops: {
      room: DATA,
      draw: (plane, s) => sample(plane, s, s.rows[s.updates].w),
      tell: ({ updates, rows }) => `after ${times(updates)}: w${low(updates)} = ${pair(rows[updates].w)}, no mistake is left, the run is over`,
    },
    least: {
      axes: BARE,
      room: (s) => [0, far(s), 0, far(s)],
      draw(plane, s) {
        crossing(plane, s);
        for (const long of [1.15, 1.3]) plane.path(curve(far(s), (t) => long * s.R * s.B * Math.sqrt(t)), "thin plus");
      },
      tell: (s) => `a longer u gives a higher curve, a later crossing; the shortest has length B = ${n(s.B)}: ${times(s.updates)} ≤ (RB)² = ${n(s.bound)}`,
    },
  },
};
