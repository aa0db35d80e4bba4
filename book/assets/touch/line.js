// You turn a line through the origin, and then the perceptron tries.
import { range } from "./algebra.js";
import { batchPerceptron, mistakes } from "./perceptron.js";
import { count } from "./words.js";

const ARM = 2.9;  // from the origin to the handle: between the examples
const unit = (degrees) => [Math.cos(degrees * Math.PI / 180), Math.sin(degrees * Math.PI / 180)];
const angle = ([a, b]) => Math.atan2(b, a) * 180 / Math.PI;

// The vector of the reader's line, or, after t updates, that of the perceptron.
const vector = ({ degrees, run, t }) => (t === undefined ? unit(degrees) : run.trace[t]);

export default {
  asks: "Turn the line until no example is wrong.",
  room: [-6, 6, -4, 4],
  begin: ({ X, y, w }) => ({ X, y, degrees: angle(w), run: batchPerceptron(X, y) }),
  handles(state) {
    const turn = (degrees) => Object.assign(state, { degrees: (Math.round(degrees) + 360) % 360, t: undefined });
    const [a, b] = unit(state.degrees);
    return [{
      at: [ARM * b, -ARM * a], look: "grip", name: "end of the line", step: 0.01, says: `${Math.round(angle([b, -a]))} degrees`,
      to: (x, y) => turn(angle([-y, x])), nudge: (k) => turn(state.degrees + k),
    }];
  },
  draw(plane, state) {
    const { X, y, run, t } = state, w = vector(state), wrong = mistakes(X, y, w);
    plane.half(w, 0);
    plane.line(w, 0, wrong.length ? "line" : "thick good");
    X.forEach((x, i) => plane.sign(x, y[i]));
    for (const i of t === undefined ? wrong : run.chosen.slice(t, t + 1)) plane.ring(X[i]);
  },
  tell(state) {
    const { X, y, run, t } = state, wrong = mistakes(X, y, vector(state)).length;
    if (t !== undefined) return `after ${count(t)} update${t === 1 ? "" : "s"}: ${wrong} of ${X.length} wrong${wrong ? "" : ", so it stops"}`;
    if (wrong) return `${wrong} of ${X.length} examples ${wrong === 1 ? "is" : "are"} wrong`;
    return `No example is wrong. The perceptron needs ${count(run.updates)} updates: let it try.`;
  },
  plays: {
    name: "Let the perceptron try", each: "Next update", pause: 700,
    steps: (state) => range(state.run.updates + 1, (t) => () => {
      state.t = t;
      if (t) state.degrees = angle(state.run.trace[t]);
    }),
  },
};
