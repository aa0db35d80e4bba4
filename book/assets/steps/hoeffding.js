// Hoeffding's inequality for ten coins: each link of its chain, for the s that the reader chooses.
import { range } from "../touch/algebra.js";
import { number } from "../touch/words.js";

// The numbers of the proof for m coins of mean p: how far their average is off, the two tails, what Markov
// makes of the first, the factor of one coin, what the lemma makes of it, and the exponent, least at best.
export function chain(m, p, eps, s) {
  const choose = (k) => range(k, (i) => (m - i) / (i + 1)).reduce((a, b) => a * b, 1);
  const chances = range(m + 1, (k) => choose(k) * p ** k * (1 - p) ** (m - k)), off = chances.map((_, k) => k / m - p);
  const tail = (side) => chances.reduce((sum, each, k) => sum + (side * off[k] > eps - 1e-9 ? each : 0), 0);
  const factor = p * Math.exp(s / m * (1 - p)) + (1 - p) * Math.exp(-s / m * p), cap = Math.exp((s / m) ** 2 / 8);
  const bound = (at) => Math.exp(-at * eps + at ** 2 / (8 * m)), best = 4 * m * eps;
  return { m, p, eps, s, chances, off, above: tail(1), below: tail(-1), factor, cap, best, markov: Math.exp(-s * eps) * factor ** m, bound: bound(s), least: bound(best) };
}

const n = (value) => number(value, 3);
const now = ({ m, p, eps, s }) => chain(m, p, eps, s);
const curve = ([from, to], f) => range(161, (k) => from + (to - from) * k / 160).map((t) => [t, f(t)]);
const LAST = 16, S = [0, LAST + 0.4];
const OFF = { x: "u, how far the average is above its mean" };

function coins(plane, { chances, off, eps }, sides, weigh = () => 1) {
  off.forEach((u, k) => plane.square([u - 0.036, 0], [u + 0.036, chances[k] * weigh(u)], sides.some((side) => side * u > eps - 1e-9) ? "area minus" : "area"));
}
// 1 from eps on, and the exponential over it, which is 1 at eps; to the other side for side = -1.
function above(plane, { eps, s }, side = 1) {
  const [left, right] = plane.room, far = side > 0 ? right : left, back = side > 0 ? left : right;
  plane.path([[back, 0], [side * eps, 0], [side * eps, 1], [far, 1]], "thick minus");
  plane.path(curve([left, right], (u) => Math.exp(s * (side * u - eps))), "line plus");
  plane.key([side > 0 ? -0.29 : 0.24, 1.22], [["line plus", side > 0 ? "exp(s(u − ε))" : "exp(s(−u − ε))"], ["thick minus", side > 0 ? "1 from ε on" : "1 up to −ε"]]);
}
const tails = (sides, tell) => ({
  room: [-0.3, 0.7, 0, 0.36], axes: { ...OFF, y: "probability" }, tell,
  draw(plane, state) {
    coins(plane, now(state), sides);
    for (const side of sides) { plane.path([[side * state.eps, 0], [side * state.eps, 0.33]], "dotted"); plane.word([side * state.eps, 0.32], side > 0 ? "ε" : "−ε", "large"); }
  },
});
// Two coins: the four cells, chance times exponential, make a square whose side is the factor of one.
function cells(plane, state) {
  const { p, m, s, factor } = now(state), zero = (1 - p) * Math.exp(-s / m * p);
  for (const [x, u] of [[0, zero], [zero, factor]]) {
    for (const [y, v] of [[0, zero], [zero, factor]]) { plane.square([x, y], [u, v], "area"); plane.word([(x + u) / 2 - 0.16, (y + v) / 2 - 0.09], number((u - x) * (v - y), 2)); }
  }
  plane.square([0, 0], [factor, factor], "thick good");
  plane.square([0, 0], [1, 1], "dashed thin");
  [[zero / 2, 0], [(zero + factor) / 2, 1]].forEach(([middle, theta]) => {
    plane.word([middle - 0.2, -0.19], `θ₁ = ${theta}`);
    plane.word([-0.42, middle - 0.09], `θ₂ = ${theta}`);
  });
  plane.key([1.5, 0.8], [["thick good", "all four cells"], ["dashed", "with s = 0"]]);
}

// The product of the first i factors: as they are, and as the lemma bounds them.
function stairs(plane, state, capped) {
  const { m, factor, cap } = now(state), high = plane.room[3];
  const climb = (each, look) => {
    const points = range(m + 1, (i) => [i, each ** i]);
    plane.path(points, `thin ${look}`);
    for (const point of points) plane.dot(point, look, 4);
  };
  if (capped) climb(cap, "plus");
  climb(factor, "good");
  plane.key([0.3, 0.93 * high], [capped && ["line plus", "with exp((s/m)²/8) for each factor"], ["line good", "product of the first i factors"]].filter(Boolean));
}
const climbing = (capped) => ({ room: (state) => [0, state.m + 0.4, 0, 1.5 * Math.max(1, now(state)[capped ? "cap" : "factor"] ** state.m)], axes: { x: "factors i" }, draw: (plane, state) => stairs(plane, state, capped) });

// The bound as a function of s, over Markov's and over the tail.
function valley(plane, state, lit) {
  const { s, best, above: tail, bound, least, markov } = now(state), at = (t) => now({ ...state, s: t });
  plane.path([[0, tail], [S[1], tail]], "dashed minus");
  plane.path(curve(S, (t) => at(t).markov), "good");
  plane.path(curve(S, (t) => at(t).bound), "line plus");
  if (lit) { plane.path([[best, 0], [best, least]], "dotted"); plane.ring([best, least], "plus"); }
  plane.dot([s, bound], "plus", 5);
  if (!lit) { plane.path([[s, tail], [s, bound]], "dotted"); plane.dot([s, markov], "good", 5); plane.dot([s, tail], "minus", 5); }
  plane.key([3.6, 1.13], [["line plus", "bound with the lemma"], ["good", "bound by Markov alone"], ["dashed minus", "the tail itself"]]);
}
const bounds = { room: [...S, 0, 1.2], axes: { x: "s" } };

export default {
  name: "Hoeffding’s inequality for ten coins",
  begin: () => ({ m: 10, p: 0.2, eps: 0.2, s: 6 }),
  control: (state) => ({ name: "parameter s", first: 1, last: LAST, at: state.s, set(s) { state.s = s; } }),
  steps: {
    given: tails([1], (state) => `${state.m} coins of mean ${n(state.p)}, V = ${state.m}·1²: their average is too high by ε = ${n(state.eps)} or more with probability ${n(now(state).above)}`),
    markov: {
      link: 1, room: [-0.3, 0.7, 0, 1.3], axes: OFF,
      draw(plane, state) { coins(plane, now(state), [1]); above(plane, state); },
      tell: (state) => `s = ${state.s}: tail ${n(now(state).above)} ≤ mean of exp(s(u − ε)) = ${n(now(state).markov)}`,
      also: { room: [-0.3, 0.7, 0, 0.36], axes: { x: "the same bars times exp(s(u − ε))" }, draw: (plane, state) => coins(plane, now(state), [1], (u) => Math.exp(state.s * (u - state.eps))) },
    },
    product: {
      link: 2, room: [-0.42, 2.5, -0.2, 1.36], axes: { axes: false, tall: 1.56 / 2.92 }, draw: cells, also: climbing(false),
      tell(state) { const { m, s, factor } = now(state); return `s = ${s}: one coin has the factor ${number(factor, 4)}, two have its square ${number(factor ** 2, 4)}, and ${m} have ${number(factor ** m, 4)}`; },
    },
    lemma: {
      room: [0, LAST / 10 + 0.04, 0, 0.34], axes: { x: "s/m" },
      draw(plane, state) {
        const at = (t) => now({ ...state, s: t * state.m }), { s, m } = state, { factor, cap } = at(s / m);
        plane.path(curve(plane.room, (t) => Math.log(at(t).cap)), "line plus");
        plane.path(curve(plane.room, (t) => Math.log(at(t).factor)), "line good");
        plane.path([[s / m, 0], [s / m, Math.log(cap)]], "dotted");
        plane.dot([s / m, Math.log(cap)], "plus", 5);
        plane.dot([s / m, Math.log(factor)], "good", 5);
        plane.key([0.06, 0.32], [["line plus", "(s/m)²/8"], ["line good", "logarithm of one factor"]]);
      },
      tell(state) { const { m, s, factor, cap } = now(state); return `s/m = ${n(s / m)}: one factor is ${number(factor, 4)} ≤ exp(${n(s / m)}²/8) = ${number(cap, 4)}`; },
      also: climbing(true),
    },
    bound: { ...bounds, draw: (plane, state) => valley(plane, state, false), tell(state) { const { above: tail, markov, bound, s, m, eps } = now(state); return `s = ${s}: ${n(tail)} ≤ ${n(markov)} ≤ exp(−${n(s * eps)} + ${n(s ** 2 / (8 * m))}) = ${n(bound)}`; } },
    best: {
      ...bounds, draw: (plane, state) => valley(plane, state, true),
      tell({ m, eps, ...state }) { const { s, best, bound, least } = now({ m, eps, ...state }); return `s = ${s} gives ${n(bound)}; s = 4·${m}·${n(eps)} = ${n(best)} gives the least, exp(−2·${m}·${n(eps)}²) = ${n(least)}`; },
      also: {
        room: [...S, -3.6, 3.6], axes: { x: "s" },
        draw(plane, state) {
          const { eps, m, best, s } = now(state), falls = (t) => -t * eps, rises = (t) => t ** 2 / (8 * m);
          plane.path(curve(S, rises), "dashed");
          plane.path(curve(S, falls), "dashed soft");
          plane.path(curve(S, (t) => falls(t) + rises(t)), "line plus");
          plane.ring([best, falls(best) + rises(best)], "plus");
          plane.dot([s, falls(s) + rises(s)], "plus", 5);
          plane.key([0.6, 3.2], [["dashed", "s²V/8m²"], ["line plus", "their sum, the exponent"], ["dashed soft", "−sε"]]);
        },
      },
    },
    other: {
      room: [-0.3, 0.7, 0, 1.3], axes: OFF,
      draw(plane, state) { coins(plane, now(state), [-1]); above(plane, state, -1); },
      tell(state) { const { below, least } = now(state); return `too low by ε or more: ${n(below)} ≤ ${n(least)}, the same bound`; },
    },
    both: tails([1, -1], (state) => { const { above: a, below: b, least } = now(state); return `off by ε to either side: ${n(a)} + ${n(b)} = ${n(a + b)} ≤ 2·${n(least)} = ${n(2 * least)}`; }),
  },
};
