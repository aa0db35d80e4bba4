// Hoeffding's lemma for a variable with five values: psi, whose second derivative is the variance of a tilted distribution.
import { dot, range } from "../touch/algebra.js";
import { number } from "../touch/words.js";

// Psi at s with its derivatives, and the tilted distribution with its mean.
export function tilt(values, chances, s) {
  const mean = dot(values, chances), raw = values.map((v) => Math.exp(s * (v - mean))), phi = dot(chances, raw);
  const weights = raw.map((each) => each / phi), tilted = chances.map((chance, i) => chance * weights[i]), middle = dot(values, tilted);
  return { mean, phi, psi: Math.log(phi), weights, tilted, middle, slope: middle - mean, variance: dot(values.map((v) => (v - middle) ** 2), tilted) };
}

// The r between 0 and s with psi(s) = s² psi''(r) / 2, up to a fine grid.
export function taylor(values, chances, s) {
  const curvature = 2 * tilt(values, chances, s).psi / s ** 2, miss = (r) => Math.abs(tilt(values, chances, r).variance - curvature);
  return range(2001, (k) => s * k / 2000).reduce((a, b) => (miss(b) < miss(a) ? b : a));
}

const n = (value) => number(value, 3);
const VALUES = [0, 0.25, 0.5, 0.75, 1], CHANCES = [0.4, 0.3, 0.15, 0.1, 0.05], WIDTH = 1;
const at = (s) => tilt(VALUES, CHANCES, s);
const S = [-8.3, 8.3], curve = (f, [from, to] = S) => range(121, (k) => from + (to - from) * k / 120).map((t) => [t, f(t)]);

const bars = (plane, chances, look) => VALUES.forEach((v, i) => plane.square([v - 0.07, 0], [v + 0.07, chances[i]], look));
// The tilted bars over the old ones; how far they spread, towards the farther end; half the interval.
function tilted(plane, { s }, { spread = false, half = false } = {}) {
  const { tilted: chances, middle, variance } = at(s), way = middle > WIDTH / 2 ? -1 : 1;
  bars(plane, chances, "area");
  bars(plane, CHANCES, "dashed thin");
  const arm = (from, long, up, look, text) => {
    plane.path([[from, 0], [from, up]], "dotted");
    plane.path([[from, up], [from + way * long, up]], `bar ${look}`);
    plane.dot([from, up], "", 4);
    plane.word([way > 0 ? from - 0.03 : from - long - 0.03, up], text);
  };
  if (spread) arm(middle, Math.sqrt(variance), 1.0, "good", "standard deviation");
  if (half) arm(WIDTH / 2, WIDTH / 2, 1.2, "minus", "½(b − a)");
}
const CHANCE = { x: "values of θ", y: "probability" };
const pictured = (look) => ({ room: [-0.2, 1.2, 0, 1.35], axes: CHANCE, draw: (plane, state) => tilted(plane, state, look) });
// The second derivative, level with a quarter, and where it is looked at.
function curvature(plane, spot, level) {
  if (level) plane.path(S.map((s) => [s, WIDTH ** 2 / 4]), "line minus");
  plane.path(curve((t) => at(t).variance), "line good");
  plane.dot([spot, at(spot).variance], "good", 5);
  if (level) plane.key([-7.6, 0.295], [["line minus", "¼(b − a)²"]]);
  plane.key([1, 0.295], [["line good", "ψ″"]]);
}
const curved = (spot, level = true) => ({ room: [...S, 0, 0.32], axes: { x: "s" }, draw: (plane, { s }) => curvature(plane, spot(s), level) });

function parabola(plane, s, more) {
  plane.path(curve((t) => t ** 2 / 8), "line minus");
  plane.path(curve((t) => at(t).psi), "line plus");
  more();
  plane.dot([s, at(s).psi], "plus", 5);
  plane.key([-6.6, 7.9], [["line minus", "⅛s²(b − a)²"], ["line plus", "ψ(s)"]]);
}
const graph = (draw) => ({ room: [...S, -0.9, 8.6], axes: { x: "s" }, draw: (plane, state) => parabola(plane, state.s, () => draw?.(plane, state)) });
const START = [-2.3, 2.3];

export default {
  name: "Hoeffding’s lemma for five values",
  begin: () => ({ s: 5 }),
  control: (state) => ({ name: "parameter s", first: -8, last: 8, at: state.s, set(s) { state.s = s; } }),
  steps: {
    psi: {
      ...graph(),
      tell: ({ s }) => `five values in [0, 1], of mean ${n(at(0).mean)}: φ(${n(s)}) = ${n(at(s).phi)}, ψ(${n(s)}) = log ${n(at(s).phi)} = ${n(at(s).psi)}`,
      also: { room: [-0.2, 1.2, 0, 0.6], axes: CHANCE, draw(plane) { bars(plane, CHANCES, "area"); plane.path([[at(0).mean, 0], [at(0).mean, 0.55]], "dotted"); plane.word([at(0).mean, 0.52], "the mean"); } },
    },
    curvature: {
      ...graph((plane, { s }) => {
        const { psi, slope, variance } = at(s);
        plane.path([-3, 3].map((d) => [s + d, psi + d * slope]), "dashed");
      }),
      tell: ({ s }) => `s = ${n(s)}: ψ′ = ${n(at(s).slope)} is the slope, and ψ″ = ${n(at(s).variance)} says how fast it grows`,
      also: curved((s) => s, false),
    },
    weights: {
      ...pictured({}),
      tell({ s }) { const { weights, tilted: chances } = at(s); return `s = ${n(s)}: the value 1 has the weight ${n(weights[4])}, its bar goes from ${n(CHANCES[4])} to ${n(chances[4])}; all bars add up to 1 again`; },
    },
    variance: {
      ...pictured({ spread: true }),
      tell: ({ s }) => `s = ${n(s)}: the tilted bars have mean ${n(at(s).middle)} and variance ${n(at(s).variance)}, which is ψ″(${n(s)})`,
    },
    interval: {
      ...pictured({ spread: true, half: true }),
      tell: ({ s }) => `s = ${n(s)}: still in [0, 1], so ψ″(${n(s)}) = ${n(at(s).variance)} ≤ ¼·1² = 0.25`,
      also: curved((s) => s),
    },
    flat: {
      room: [...START, -0.09, 0.66], axes: { x: "s" },
      draw(plane) {
        plane.path(curve((t) => t ** 2 / 8, START), "line minus");
        plane.path(curve((t) => at(t).psi, START), "line plus");
        plane.path([[-0.9, 0], [0.9, 0]], "thick");
        plane.dot([0, 0], "", 5);
        plane.key([-1.75, 0.6], [["line minus", "⅛s²(b − a)²"], ["line plus", "ψ(s)"]]);
      },
      tell: () => `ψ(0) = log ${n(at(0).phi)} = ${n(at(0).psi)} and ψ′(0) = ${n(Math.abs(at(0).slope))}: flat at the start`,
    },
    taylor: {
      ...graph((plane, { s }) => {
        plane.path([[s, at(s).psi], [s, s ** 2 / 8]], "dotted");
        plane.dot([s, s ** 2 / 8], "minus", 5);
      }),
      tell: ({ s }) => (s ? `ψ(${n(s)}) = ½·${n(s ** 2)}·ψ″(${n(taylor(VALUES, CHANCES, s))}) = ${n(at(s).psi)} ≤ ⅛·${n(s ** 2)}·1² = ${n(s ** 2 / 8)}` : "s = 0: both sides are 0"),
      also: curved((s) => (s ? taylor(VALUES, CHANCES, s) : 0)),
    },
  },
};
