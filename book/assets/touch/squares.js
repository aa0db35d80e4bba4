// Least squares of numbers against numbers: the line is yours, and so are the points.
import { mean } from "./algebra.js";
import { number } from "./words.js";

// The line w[0] + w[1] x with the least mean square.
export function leastSquares(x, y) {
  const a = mean(x), b = mean(y);
  const slope = mean(x.map((each, i) => (each - a) * (y[i] - b))) / mean(x.map((each) => (each - a) ** 2));
  return [b - slope * a, slope];
}

export const meanSquare = (x, y, w) => mean(x.map((each, i) => (w[0] + w[1] * each - y[i]) ** 2));

const ENDS = [0.5, 7.5];  // where the line is held

const through = ([a, b]) => { const slope = (b - a) / (ENDS[1] - ENDS[0]); return [a - slope * ENDS[0], slope]; };
const line = (plane, w, look) => plane.line([w[1], -1], w[0], look);

export default {
  asks: "Draw the line yourself: hold its two ends, and make the squares small. Then pull one petal far away.",
  room: [0, 8, -1.5, 4], x: "petal length (cm)", y: "petal width (cm)",
  begin: ({ x, y }) => ({ x, y, ends: [mean(y), mean(y)] }),
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
  draw(plane, { x, y, ends, shown }) {
    const w = through(ends);
    x.forEach((each, i) => {
      const miss = w[0] + w[1] * each - y[i];
      plane.square([each, y[i]], [each - Math.abs(miss), y[i] + miss], "area");
    });
    line(plane, w, "line");
    if (shown) line(plane, leastSquares(x, y), "line dashed good");
  },
  tell({ x, y, ends }) {
    const w = through(ends);
    return `slope ${number(w[1], 3)}: mean area ${number(meanSquare(x, y, w), 3)}`;
  },
  bound: {
    show: "Show the best line",
    tell({ x, y }) {
      const w = leastSquares(x, y);
      return `no line has less than ${number(meanSquare(x, y, w), 3)}, that of slope ${number(w[1], 3)}`;
    },
  },
};
