// The widest street: hard SVM in the plane, with a bias.
import { dot, glide, range } from "./algebra.js";
import { examples } from "./perceptron.js";
import { number } from "./words.js";

const unit = (degrees) => [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];

// The best margin of a direction w of length one, and its bias.
export function sweep(X, y, w) {
  const scores = X.map((x) => dot(w, x));
  const low = Math.min(...scores.filter((_, i) => y[i] > 0)), high = Math.max(...scores.filter((_, i) => y[i] < 0));
  return { gamma: (low - high) / 2, b: -(low + high) / 2 };
}

// The two hulls come nearest at a corner of one and a side of the other: w points along that way.
export function hardSvm(X, y) {
  let best = { gamma: 0 };
  for (const side of [1, -1]) {
    const corners = X.filter((_, i) => y[i] === side), others = X.filter((_, i) => y[i] === -side);
    for (const a of corners) {
      for (const p of others) {
        for (const q of others) {
          const d = [q[0] - p[0], q[1] - p[1]], long = dot(d, d);
          const t = long ? Math.min(1, Math.max(0, ((a[0] - p[0]) * d[0] + (a[1] - p[1]) * d[1]) / long)) : 0;
          const v = [side * (a[0] - p[0] - t * d[0]), side * (a[1] - p[1] - t * d[1])], norm = Math.hypot(...v);
          const w = [v[0] / norm, v[1] / norm], found = norm ? sweep(X, y, w) : { gamma: 0 };
          if (found.gamma > best.gamma) best = { w, ...found };
        }
      }
    }
  }
  return best.gamma > 0 ? best : null;
}

// Among whole degrees.
const widestAt = ({ X, y }) => range(360).reduce((best, each) => (sweep(X, y, unit(each)).gamma > sweep(X, y, unit(best)).gamma ? each : best));

const MIDDLE = [2, 2], ARM = 3.5;

function street(plane, w, { gamma, b }, look) {
  plane.line(w, b, `line ${look}`);
  if (gamma > 0) for (const side of [-gamma, gamma]) plane.line(w, b + side, "dashed good");
}

export default {
  asks: "Turn the street by its ring, and find its widest place. Then drag an example: which of them moves the margin boundaries?",
  room: [-2, 6, -3, 7],
  begin: (start) => ({ ...start, home: structuredClone(start), degrees: 40 }),
  handles(state) {
    const w = unit(state.degrees);
    const turn = (degrees) => { state.degrees = (Math.round(degrees) + 360) % 360; };
    return [{
      at: range(2, (i) => MIDDLE[i] + ARM * w[i]), look: "grip", name: "direction of w", step: 0.01, says: `${state.degrees} degrees`,
      to: (x, y) => turn(Math.atan2(y - MIDDLE[1], x - MIDDLE[0]) * 180 / Math.PI), nudge: (k) => turn(state.degrees + k),
    }, ...examples(state, () => { state.own = true; })];
  },
  draw(plane, { X, y, degrees, shown }) {
    const w = unit(degrees), now = sweep(X, y, w), best = shown && hardSvm(X, y);
    plane.arrow(MIDDLE, range(2, (i) => MIDDLE[i] + ARM * w[i]), "soft");
    if (best) {
      plane.half(best.w, best.b - best.gamma, "shade");
      plane.half([-best.w[0], -best.w[1]], -best.b - best.gamma, "shade");
    }
    street(plane, w, now, "");
    if (now.gamma > 0) X.filter((x) => Math.abs(dot(w, x) + now.b) < now.gamma + 1e-9).forEach((x) => plane.ring(x));
  },
  tell({ X, y, degrees }) {
    const { gamma } = sweep(X, y, unit(degrees));
    return `w at ${degrees} degrees: ${gamma > 0 ? `margin ${number(gamma, 3)}` : "does not separate"}`;
  },
  goal: {
    value({ X, y, degrees, own }) {
      const { gamma } = sweep(X, y, unit(degrees));
      return gamma > 0 && !own ? gamma : undefined;
    },
    limit: ({ home: { X, y } }) => hardSvm(X, y)?.gamma ?? 0,
    says: (best, limit) => `Largest margin so far: ${best ? number(best, 3) : "none yet"}; with the examples as given none is above ${number(limit, 3)}`,
    show: (state) => [
      () => { state.X = structuredClone(state.home.X); },
      ...glide([state.degrees], [widestAt(state.home)], (to) => { state.degrees = Math.round(to); }),
      () => { state.shown = true; },
    ],
  },
  bound: {
    show: "Show the widest street",
    tell({ X, y }) {
      const best = hardSvm(X, y);
      return best ? `no line has more than ${number(best.gamma, 3)}` : "no line separates them";
    },
  },
};
