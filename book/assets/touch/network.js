// A network with one hidden layer of tanh neurons: you place the cuts, or it learns them.
import { dot, mean, range } from "./algebra.js";
import { normal, shuffled, uniform } from "./chance.js";
import { examples } from "./perceptron.js";
import { count, number } from "./words.js";

// hidden: [bias, w1, w2] of each neuron; out: the bias and the weight of each neuron's answer.
const answers = (hidden, x) => hidden.map(([b, u, v]) => Math.tanh(b + u * x[0] + v * x[1]));
export const network = ({ hidden, out }, x) => out[0] + dot(out.slice(1), answers(hidden, x));

// The mean logistic loss log(1 + e^(-y h(x))).
export const loss = (net, X, y) => mean(X.map((x, i) => {
  const margin = y[i] * network(net, x);
  return Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
}));

// Its gradient, as {hidden, out}.
export function gradient({ hidden, out }, X, y) {
  const sum = { hidden: hidden.map(() => [0, 0, 0]), out: out.map(() => 0) };
  X.forEach((x, i) => {
    const a = answers(hidden, x), slope = -y[i] / (1 + Math.exp(y[i] * (out[0] + dot(out.slice(1), a)))) / X.length;
    sum.out[0] += slope;
    a.forEach((each, j) => {
      const back = slope * out[j + 1] * (1 - each ** 2);
      sum.out[j + 1] += slope * each;
      [1, ...x].forEach((value, r) => { sum.hidden[j][r] += back * value; });
    });
  });
  return sum;
}

export function step({ hidden, out }, X, y, eta) {
  const g = gradient({ hidden, out }, X, y);
  return { hidden: hidden.map((w, j) => w.map((each, r) => each - eta * g.hidden[j][r])), out: out.map((each, j) => each - eta * g.out[j]) };
}

// A step of an epoch: against the mean gradient of the batch that begins so far into the order.
export function sgdStep(net, X, y, eta, batch, order, from) {
  const rows = order.slice(from, from + batch);
  return step(net, rows.map((i) => X[i]), rows.map((i) => y[i]), eta);
}

// Normal weights with the variance 2 over the number of inputs, no bias.
export const initial = (k, random) => ({ hidden: range(k, () => [0, normal(random), normal(random)]), out: [0, ...range(k, () => normal(random) * Math.sqrt(2 / k))] });

const ETA = 0.3, BATCH = 10, EPOCHS = 1000;  // step and batch as on the page
const ARM = 0.5, STEEP = 3;
const tip = ([b, u, v]) => { const long = Math.hypot(u, v), s = (Math.abs(b) / long + ARM) * (b > 0 ? -1 : 1) / long; return [s * u, s * v]; };
// The neuron whose cut lies an arm before its handle, as seen from the middle.
const cut = (x, y, steep = STEEP) => { const long = Math.hypot(x, y) || 1e-3; return [-steep * Math.max(0, long - ARM), steep * x / long, steep * y / long]; };
// A fence: plus where no cut says minus.
const fence = (k) => ({ hidden: range(k, (j) => cut(...[Math.cos, Math.sin].map((f) => 0.9 * f(Math.PI * (0.5 + 2 * j / k))))), out: [-(k - 1), ...Array(k).fill(-1)] });

const anew = (state, net) => Object.assign(state, { net, from: 0, epoch: 0, last: EPOCHS });

export default {
  asks: "Build the fence: drag the cuts of the hidden neurons until every point is on its side. How few cuts are enough? Then let it learn from random weights, and drag a point across as it learns: which cuts follow?",
  room: [-2.6, 2.6, -2.6, 2.6],
  begin: ({ X, y }) => ({ X, y, net: fence(1), random: uniform(13), from: 0, epoch: 0, last: EPOCHS }),
  controls: (state) => [{ name: "hidden neurons", values: range(8, (k) => k + 1), at: state.net.hidden.length - 1, set(k) { anew(state, fence(k + 1)); } }],
  handles: (state) => [...state.net.hidden.map((w, j) => ({
    at: tip(w), look: "grip", name: `cut ${j + 1}`, step: 0.05,
    to(x, y) {
      const flip = state.net.hidden[j][0] > 0 ? -1 : 1;  // tanh is odd: the same neuron from the other side
      state.net.out[j + 1] *= flip;
      state.net.hidden[j] = cut(x, y, Math.hypot(w[1], w[2]));
    },
  })), ...examples(state).map((each) => ({ ...each, look: `${each.look} small`, step: 0.1 }))],
  acts: [{ name: "Random weights", act(state) { anew(state, initial(state.net.hidden.length, state.random)); } }],
  learns: {
    rate: 60,
    step(state) {
      const { net, X, y, from } = state;
      if (from === 0) state.order = shuffled(X.length, state.random);
      state.net = sgdStep(net, X, y, ETA, BATCH, state.order, from);
      state.from = from + BATCH < X.length ? from + BATCH : 0;
      if (state.from === 0) state.epoch++;
    },
    done: ({ epoch, last }) => epoch >= last,
    ends: () => "it stops here: move something, and it goes on",
    again(state) { state.last = state.epoch + EPOCHS; },
  },
  draw(plane, { net }) {
    plane.put("path", "half", { d: plane.region((x) => network(net, x), 60) });
    net.hidden.forEach((w) => {
      const [x, y] = tip(w), long = Math.hypot(x, y);
      plane.line(w.slice(1), w[0], "line");
      plane.path([[x - ARM * x / long, y - ARM * y / long], [x, y]], "");
    });
  },
  tell({ X, y, net, epoch }) {
    const wrong = X.filter((x, i) => !(y[i] * network(net, x) > 0)).length;
    return `${net.hidden.length} hidden, epoch ${count(epoch)}: ${wrong} of ${X.length} points on the wrong side, mean loss ${number(loss(net, X, y), 3)}`;
  },
};
