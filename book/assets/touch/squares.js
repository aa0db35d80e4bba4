// Least squares of numbers against numbers: the line is yours, and so are the points.
import { glide, mean, range } from "./algebra.js";
import { number } from "./words.js";

// The line w[0] + w[1] x with the least mean square.
export function leastSquares(x, y) {
  const a = mean(x), b = mean(y);
  const slope = mean(x.map((each, i) => (each - a) * (y[i] - b))) / mean(x.map((each) => (each - a) ** 2));
  return [b - slope * a, slope];
}

export const meanSquare = (x, y, w) => mean(x.map((each, i) => (w[0] + w[1] * each - y[i]) ** 2));

// Where one point makes the line of least squares flattest, {slope, i, at}; xs are the places it can
// have, and the slope is linear in its height, so that one of two heights does it.
export function flattest(x, y, xs, heights) {
  let best = { slope: Infinity };
  x.forEach((_, i) => xs.forEach((a) => heights.forEach((b) => {
    const [, slope] = leastSquares(x.with(i, a), y.with(i, b));
    if (slope < best.slope) best = { slope, i, at: [a, b] };
  })));
  return best;
}

const ROOM = [0, 8, -1.5, 4];
const moved = ({ x, y, home }) => range(x.length).filter((i) => x[i] !== home.x[i] || y[i] !== home.y[i]);
const worst = (state) => (state.worst ??= flattest(state.home.x, state.home.y, range(81, (k) => k / 10), ROOM.slice(2)));
const ENDS = [0.5, 7.5];  // where the line is held

const through = ([a, b]) => { const slope = (b - a) / (ENDS[1] - ENDS[0]); return [a - slope * ENDS[0], slope]; };
const line = (plane, w, look) => plane.line([w[1], -1], w[0], look);

export default {
  asks: "Draw the line yourself: drag its two ends, and make the squares small. Then pull one petal far away: how flat can it make the best line?",
  room: ROOM, x: "petal length (cm)", y: "petal width (cm)",
  begin: ({ x, y }) => ({ x, y, home: { x: [...x], y: [...y] }, ends: [mean(y), mean(y)] }),
  handles: (state) => [
    ...ENDS.map((x, k) => ({
      at: [x, state.ends[k]], look: "grip", name: `${["left", "right"][k]} end of the line`, step: 0.05, says: `height ${number(state.ends[k], 3)}`,
      to(_, y) { state.ends[k] = y; },
    })),
    ...state.x.map((x, i) => ({
      at: [x, state.y[i]], look: "dot", name: `petal ${i + 1}`, step: 0.1,
      to(a, b) { state.x[i] = a; state.y[i] = b; },
    })),
  ],
  draw(plane, state) {
    const { x, y, ends, shown } = state, best = leastSquares(x, y), pulled = moved(state).length === 1;
    const w = through(ends);
    x.forEach((each, i) => {
      const miss = w[0] + w[1] * each - y[i];
      plane.square([each, y[i]], [each - Math.abs(miss), y[i] + miss], "area");
    });
    line(plane, w, "line");
    if (shown || pulled) line(plane, best, "line dashed good");
    if (pulled && best[1] < worst(state).slope + 1e-9) plane.ring(worst(state).at);
  },
  tell({ x, y, ends }) {
    const w = through(ends);
    return `slope ${number(w[1], 3)}: mean area ${number(meanSquare(x, y, w), 3)}`;
  },
  goal: {
    less: true,
    value: (state) => (moved(state).length === 1 ? leastSquares(state.x, state.y)[1] : undefined),
    limit: (state) => worst(state).slope,
    says: (best, limit) => `Flattest best line by pulling one petal: ${best === undefined ? "none yet" : `slope ${number(best, 3)}`}; inside the picture none is flatter than ${number(limit, 3)}`,
    show(state) {
      const { i, at } = worst(state), { home } = state;
      return [() => Object.assign(state, { x: [...home.x], y: [...home.y] }), ...glide([home.x[i], home.y[i]], at, (a, b) => { state.x[i] = a; state.y[i] = b; })];
    },
  },
  bound: {
    show: "Show the best line",
    tell({ x, y }) {
      const w = leastSquares(x, y);
      return `no line has less than ${number(meanSquare(x, y, w), 3)}, that of slope ${number(w[1], 3)}`;
    },
  },
};
