// The representer theorem in space, where two images span a plane: w, its shadow w_V there, and u, which no score sees.
import { dot, range } from "../touch/algebra.js";
import { number } from "../touch/words.js";

const add = (v, w, k = 1) => v.map((each, i) => each + k * w[i]), scaled = (v, k) => v.map((each) => k * each);

// An orthonormal basis of the span of the images, by Gram and Schmidt; what w has along it, its shadow, the rest u; the scores of w and of the shadow.
export function split(images, w) {
  const basis = [];
  for (const image of images) {
    const left = basis.reduce((v, e) => add(v, e, -dot(v, e)), image), long = Math.hypot(...left);
    if (long > 1e-9 * Math.hypot(...image)) basis.push(scaled(left, 1 / long));
  }
  const along = basis.map((e) => dot(w, e)), shadow = basis.reduce((v, e, l) => add(v, e, along[l]), w.map(() => 0)), u = add(w, shadow, -1);
  return { basis, along, w, shadow, u, scores: images.map((x) => dot(w, x)), seen: images.map((x) => dot(shadow, x)), squares: [w, shadow, u].map((v) => dot(v, v)) };
}

const IMAGES = [[1.6, 0.2, 0], [0.4, 1.5, 0]], Y = [3, 1.5], LAM = 0.3;
const now = ({ foot, u }) => split(IMAGES, [foot[0], foot[1], u]);
// Ridge regression: f of the scores and R of the length, for w and for its shadow.
function costs(state) {
  const { scores, seen, squares: [w, shadow] } = now(state), f = (a) => a.reduce((sum, each, i) => sum + (each - Y[i]) ** 2, 0) / a.length;
  return { f: f(scores), R: LAM * w, J: f(scores) + LAM * w, shadow: { R: LAM * shadow, J: f(seen) + LAM * shadow } };
}

const n = (value) => number(Math.abs(value) < 1e-9 ? 0 : value, 3), c = (value) => number(value, 4), triple = (v) => `(${v.map(n).join(", ")})`;
const flat = ([x, y, z]) => [x + 0.55 * y, 0.4 * y + z];  // as in fig-shadow: the second axis goes back, the third up
const O = [0, 0, 0], SPACE = { room: [-0.45, 3.3, -0.3, 1.75], axes: { axes: false, tall: 2.05 / 3.75 } };
const line = (plane, points, look) => plane.path(points.map(flat), look);
const arrow = (plane, from, to, look) => plane.arrow(flat(from), flat(to), look);
const name = (plane, v, text, [right, up] = [0, 0]) => plane.word([flat(v)[0] + right, flat(v)[1] + up], text, "large");
// w_V, with the letter V below.
function shadowed() {
  const low = document.createElementNS("http://www.w3.org/2000/svg", "tspan"), both = document.createDocumentFragment();
  low.setAttribute("dy", 4);
  low.setAttribute("font-size", 12);
  low.append("V");
  both.append("w", low);
  return both;
}
// The mark of a right angle between two directions.
function corner(plane, at, v, w, size = 0.14) {
  const [a, b] = [v, w].map((each) => scaled(each, size / Math.hypot(...each)));
  line(plane, [add(at, a), add(add(at, a), b), add(at, b)], "thin");
}

// The plane of the images, w over it, and its shadow, when it has been found.
function space(plane, state, found, more) {
  const parts = now(state), { w, shadow, u } = parts, lies = state.u < 0.05;
  plane.path([[-0.2, -0.2, 0], [2, -0.2, 0], [2, 1.9, 0], [-0.2, 1.9, 0]].map(flat), "half", true);
  name(plane, [2, 1.9, 0], "V", [-0.02, -0.04]);
  IMAGES.forEach((image, i) => { arrow(plane, O, image, "plus"); name(plane, image, `ψ(x${"₁₂"[i]})`, i ? [-0.2, 0.02] : [-0.02, -0.18]); });
  more?.(plane, parts, state);
  if (!lies) { arrow(plane, O, w, "minus"); name(plane, w, "w"); }
  if (!found) return lies && arrow(plane, O, w, "minus");
  arrow(plane, O, shadow, "good");
  name(plane, shadow, shadowed(), [0.02, -0.19]);
  if (!lies) { arrow(plane, shadow, w, "third"); name(plane, add(shadow, u, 0.5), "u", [0, -0.08]); }
}
const drawn = (found, more, tell) => ({ ...SPACE, draw: (plane, state) => space(plane, state, found, more), tell: (state) => tell(now(state), state) });

function basis(plane, { basis: [first, second] }) {
  [first, second].forEach((e, l) => { arrow(plane, O, e, "thick"); name(plane, scaled(e, 0.6), `e${"₁₂"[l]}`, l ? [-0.3, 0] : [-0.05, -0.2]); });
  corner(plane, O, first, second);
}
function feet(plane, { w, shadow, scores }) {
  IMAGES.forEach((image, i) => {
    const foot = scaled(image, scores[i] / dot(image, image));
    for (const [from, look] of [[w, "dashed minus"], [shadow, "dashed good"]]) line(plane, [from, foot], look);
    corner(plane, foot, scaled(image, -1), add(shadow, foot, -1));
    plane.dot(flat(foot), "", 4);
  });
}
const OTHER = [0.5, 0.3, 0];  // from the shadow to another point of V
function rival(plane, { w, shadow }) {
  const other = add(shadow, OTHER);
  line(plane, [shadow, other], "dotted");
  line(plane, [other, w], "dashed third");
  plane.dot(flat(other), "good", 5);
  name(plane, other, "v", [0.03, -0.12]);
}
const CROWD = [[1.45, 1.85, 0.7], [2, 0.4, 0.75], [2, 1.35, 0.5]];
function crowd(plane) {
  for (const [x, y, z] of CROWD) {
    arrow(plane, [x, y, z], [x, y, 0.06], "dashed third");
    plane.dot(flat([x, y, z]), "minus", 4);
    plane.dot(flat([x, y, 0]), "good", 4);
  }
}

// J over u: f is level, and R rises with the length.
function bowl(plane, state, drop) {
  const { f, J, shadow } = costs(state), [left, right] = plane.room;
  plane.path([[left, f], [right, f]], "dashed");
  plane.path(range(81, (k) => left + (right - left) * k / 80).map((u) => [u, costs({ ...state, u }).J]), "line minus");
  plane.path([[0, f], [0, shadow.J]], "bar good");
  plane.path([[state.u, f], [state.u, J]], "bar third");
  if (drop) plane.path([[0, shadow.J], [right, shadow.J]], "dotted good");
  plane.dot([0, shadow.J], "good", 6);
  plane.dot([state.u, J], "minus", 6);
  plane.key([-1.35, 2.45], [["line minus", "J = f + R"], ["dashed", "f, whatever u is"], ["bar third", "R(‖w‖)"], ["bar good", "R without u"]]);
}
const paid = (drop, tell) => ({ room: [-1.5, 1.5, 0, 2.65], axes: { x: "u, up or down from V" }, draw: (plane, state) => bowl(plane, state, drop), tell, also: drawn(true) });

export default {
  name: "The representer theorem in space",
  begin: () => ({ foot: [1.3, 0.9], u: 1.1 }),
  control: (state) => ({ name: "length ‖u‖", first: 0, last: 1.2, step: 0.1, at: state.u, set(u) { state.u = u; } }),
  steps: {
    basis: drawn(false, basis, ({ basis: [first, second] }) => `two images span a plane V: e₁ = ${triple(first)}, e₂ = ${triple(second)}`),
    shadow: drawn(true, (plane, parts) => {
      basis(plane, parts);
      parts.basis.forEach((e, l) => line(plane, [scaled(e, parts.along[l]), parts.shadow], "dotted"));
    }, ({ along, squares }) => `the shadow is ${n(along[0])}·e₁ + ${n(along[1])}·e₂, and the rest u has length ${n(Math.sqrt(squares[2]))}`),
    perpendicular: drawn(true, (plane, { basis: both, shadow, u }) => {
      both.forEach((e, l) => {
        arrow(plane, shadow, add(shadow, e, 0.75), "");
        name(plane, add(shadow, e, 0.75), `e${"₁₂"[l]}`, [0, -0.04]);
        if (dot(u, u) > 0.03) corner(plane, shadow, e, u, 0.16);
      });
    }, ({ basis: both, w, along }) => both.map((e, l) => `⟨u,e${"₁₂"[l]}⟩ = ${n(dot(w, e))} − ${n(along[l])} = ${n(dot(w, e) - along[l])}`).join(" and ")),
    unique: drawn(true, rival, ({ w, shadow }) => {
      const v = add(shadow, OTHER);
      return `seen from another point v of V, the ways to w and to the shadow have the product ${n(dot(add(w, v, -1), add(shadow, v, -1)))}, not 0`;
    }),
    scores: drawn(true, feet, ({ scores, seen }) => `scores of w: ${scores.map(n).join(" and ")}; of its shadow: ${seen.map(n).join(" and ")}`),
    lengths: drawn(true, (plane, { w, shadow, u }) => {
      plane.path([O, shadow, w].map(flat), "shade", true);
      if (dot(u, u) > 0.01) corner(plane, shadow, scaled(shadow, -1), u);
    }, ({ squares: [w, shadow, u] }) => `‖w‖² = ${n(w)} = ${n(shadow)} + ${n(u)}: the length is ${n(Math.sqrt(w))}, that of the shadow ${n(Math.sqrt(shadow))}`),
    penalty: paid(false, (state) => { const { f, R, J, shadow } = costs(state); return `ridge regression, λ = ${n(LAM)}: J(w) = f + R = ${c(f)} + ${c(R)} = ${c(J)}, for the shadow ${c(f)} + ${c(shadow.R)} = ${c(shadow.J)}`; }),
    infimum: drawn(true, crowd, (_, state) => `every w falls on a shadow whose J is no larger, as ${c(costs(state).shadow.J)} ≤ ${c(costs(state).J)}: V is enough`),
    strict: paid(true, (state) => { const { R, J, shadow } = costs(state); return state.u < 0.05 ? "u = 0: w lies in V" : `u ≠ 0: without u, R falls from ${c(R)} to ${c(shadow.R)}, and J by ${c(J - shadow.J)}: w is no minimiser`; }),
  },
};
