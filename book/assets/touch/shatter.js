// Which labellings of a few points a class gives: rectangles with upright sides, and halfspaces.
import { glide, range } from "./algebra.js";
import { number } from "./words.js";

const cross = (p, q, r) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
const between = (p, q, r) => cross(p, q, r) === 0 && [0, 1].every((i) => Math.min(p[i], q[i]) <= r[i] && r[i] <= Math.max(p[i], q[i]));

// Whether the hulls of at most two and at most three points have a point in common.
function meet(A, B) {
  if (A.length > B.length) return meet(B, A);
  if (A.length === 0) return false;
  const sides = B.flatMap((p, i) => B.slice(i).map((q) => [p, q]));
  if (A.length === 1) {
    const turns = B.length === 3 ? range(3, (i) => Math.sign(cross(B[i], B[(i + 1) % 3], A[0]))) : [0];
    return sides.some(([p, q]) => between(p, q, A[0])) || Math.abs(turns.reduce((a, b) => a + b)) === 3;
  }
  const [a, b] = A, [c, d] = B;
  return sides.some(([p, q]) => between(p, q, a) || between(p, q, b)) || between(a, b, c) || between(a, b, d)
    || (cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0);
}

const inBox = (A, x) => A.length > 0 && [0, 1].every((i) => Math.min(...A.map((a) => a[i])) <= x[i] && x[i] <= Math.max(...A.map((a) => a[i])));

// Whether the class gives the label 1 to the points of A and 0 to those of B.
const GIVES = {
  rectangles: (A, B) => !B.some((x) => inBox(A, x)),
  halfspaces: (A, B) => !meet(A, B),
};
const split = (X, k) => [X.filter((_, i) => k >> i & 1), X.filter((_, i) => !(k >> i & 1))];

// The numbers of the labellings that the class gives; bit i of a number is the label of point i.
export const labellings = (points, X) => range(2 ** X.length).filter((k) => GIVES[points](...split(X, k)));

// The most that any points of the plane have: four points are shattered by rectangles at best, and
// m points in general position are split by lines in 2 (1 + (m - 1) + (m - 1)(m - 2)/2) ways.
export const most = (points, m) => (points === "rectangles" ? 2 ** m : 2 + (m - 1) * m);

const GOOD = [[-1, 0], [0, 1], [1, 0], [0, -1]];
const KINDS = Object.keys(GIVES), HOW_MANY = ["four points", "three points"];

const put = (state, i, at) => { state.X[i] = at; Object.assign(state, { last: i, own: true }); };

export default {
  asks: "Place the points so that nothing is shaded. For which class can it be done, and for how many points?",
  room: [-2, 2, -2.6, 1.5], axes: false,
  begin: ({ X }) => ({ X, points: "rectangles", many: 4, last: 3 }),
  controls: (state) => [
    { name: "class", values: KINDS, at: KINDS.indexOf(state.points), set(k) { state.points = KINDS[k]; } },
    { name: "points", values: HOW_MANY, at: 4 - state.many, set(k) { state.many = 4 - k; } },
  ],
  handles: (state) => range(state.many, (i) => ({
    at: state.X[i], look: "dot", name: `point ${i + 1}`,
    to(x, y) { put(state, i, [x, Math.max(-1.25, y)]); },
  })),
  draw(plane, { X, points, many, shown }) {
    const C = X.slice(0, many), there = labellings(points, C);
    plane.path([[-2, -1.5], [2, -1.5]], "thin soft");
    for (const k of range(2 ** many)) {
      const [x, y] = [-1.75 + k % 8 * 0.5, -1.8 - Math.floor(k / 8) * 0.52];
      plane.square([x - 0.23, y - 0.23], [x + 0.23, y + 0.23], there.includes(k) ? "thin soft" : "shade");
      C.forEach((p, i) => plane.sign([x + p[0] / 10, y + p[1] / 8], k >> i & 1 ? 1 : -1, "small", 0.45));
    }
    const missing = range(2 ** many).find((k) => !there.includes(k));
    if (missing === undefined || !(shown || there.length === most(points, many))) return;
    const parts = split(C, missing);
    if (points === "rectangles") plane.square(...[Math.min, Math.max].map((most) => [0, 1].map((i) => most(...parts[0].map((x) => x[i])))), "dashed plus");
    else parts.forEach((hull, side) => plane.path([...hull, hull[0]], `dashed ${side ? "minus" : "plus"}`));
  },
  tell({ X, points, many, last }) {
    const count = labellings(points, X.slice(0, many)).length, all = 2 ** many;
    const which = many === 4 || last < 3 ? `${["first", "second", "third", "fourth"][last]} point at (${number(X[last][0])}, ${number(X[last][1])})` : "three points";
    return `${points}, ${which}: ${count} of ${all} labellings, ${count === all ? "shattered" : "not shattered"}`;
  },
  goal: {
    of: ({ points, many }) => `${points} ${many}`,
    value: ({ X, points, many, own }) => (own ? labellings(points, X.slice(0, many)).length : undefined),
    limit: ({ points, many }) => most(points, many),
    says: (best, limit, { many }) => `Most labellings so far: ${best ?? "none yet"}; ${limit < 2 ** many ? `no four points have more than ${limit}` : `all ${limit} can be had`}`,
    show: (state) => range(state.many).flatMap((i) => glide(state.X[i], GOOD[i], (...at) => put(state, i, at), 5)),
  },
  bound: {
    show: "Show what is in the way",
    tell({ X, points, many }) {
      const C = X.slice(0, many);
      if (labellings(points, C).length === 2 ** many) return "nothing is missing";
      if (points === "rectangles") return "the box around some of them holds another; rectangles shatter four points, never five";
      return "the two dashed pieces meet, so no line parts them; halfspaces shatter three points, never four";
    },
  },
};
