// A learner on 2m points after m draws: you choose the target against it.
import { mean, range } from "./algebra.js";
import { number } from "./words.js";

// What a learner says about the point x after the sample [[point, label], ...].
const repeats = (unseen) => (sample) => (x) => (sample.find(([point]) => point === x) || [x, unseen(sample.map(([, label]) => label))])[1];
const ones = (labels) => labels.filter(Boolean).length;
const LEARNERS = {
  memorise: repeats(() => 0),
  majority: repeats((labels) => Number(2 * ones(labels) > labels.length)),
  parity: repeats((labels) => ones(labels) % 2),
  "nearest point": (sample) => (x) => sample.reduce((best, each) => (Math.abs(each[0] - x) < Math.abs(best[0] - x) ? each : best))[1],
  "always 1": () => () => 1,
};

// The expected risk against each target, and how often the risk is at least 1/8.
export function play(learner, m) {
  const n = 2 * m, draws = range(n ** m, (k) => range(m, (j) => Math.floor(k / n ** j) % n));
  const games = range(2 ** n, (f) => draws.map((drawn) => {
    const h = LEARNERS[learner](drawn.map((x) => [x, f >> x & 1]));
    return range(n).filter((x) => h(x) !== (f >> x & 1)).length / n;
  }));
  return { expected: games.map(mean), fails: games.map((risks) => mean(risks.map((risk) => Number(risk >= 1 / 8)))) };
}

const known = {};
const game = ({ learner, m }) => (known[learner + m] ??= play(learner, m));
const NAMES = Object.keys(LEARNERS);
const again = (state, change) => Object.assign(state, change, { f: 0, own: false });
const put = (state, f) => Object.assign(state, { f, own: true });

export default {
  asks: "Tap the signs to choose the labels of the points, and the learner fails. How large can you make its expected risk?",
  room: [0, 1, -0.05, 1.3], x: "targets, sorted", y: "expected risk", tall: 0.75, bare: true,
  begin: () => ({ learner: "memorise", m: 1, f: 0 }),
  controls: (state) => [
    { name: "learner", values: NAMES, at: NAMES.indexOf(state.learner), set: (k) => again(state, { learner: NAMES[k] }) },
    { name: "examples m", values: [1, 2, 3], at: state.m - 1, set: (k) => again(state, { m: k + 1 }) },
  ],
  handles: (state) => range(2 * state.m, (x) => ({
    at: [(x + 1) / (2 * state.m + 1), 1.15], look: state.f >> x & 1 ? "plus" : "minus",
    name: `point ${x}, label ${state.f >> x & 1}`,
    press() { put(state, state.f ^ 1 << x); },
  })),
  draw(plane, { learner, m, f, shown }) {
    const { expected } = game({ learner, m }), sorted = range(expected.length).sort((a, b) => expected[a] - expected[b]);
    const place = (k) => [(sorted.indexOf(k) + 0.5) / sorted.length, expected[k]];
    if (shown) {
      sorted.forEach((k) => plane.dot(place(k), "plus", 3));
      plane.path([[0, mean(expected)], [1, mean(expected)]], "minus");
      plane.path([[0, 0.25], [1, 0.25]], "dashed");
    }
    const worst = Math.max(...expected);
    if (expected[f] > worst - 1e-12) plane.path([[0, worst], [1, worst]], "dashed good");
    plane.dot(place(f));
    plane.ring(place(f));
  },
  tell: ({ learner, m, f }) => `${learner}, m = ${m}: your target: expected risk ${number(game({ learner, m }).expected[f], 3)}`,
  goal: {
    of: ({ learner, m }) => `${learner} ${m}`,
    value: (state) => (state.own ? game(state).expected[state.f] : undefined),
    limit: (state) => Math.max(...game(state).expected),
    says: (best, limit) => `Highest risk so far: ${best === undefined ? "none yet" : number(best, 3)}; no target has more than ${number(limit, 3)}`,
    show(state) {
      const { expected } = game(state), worst = expected.indexOf(Math.max(...expected));
      return range(2 * state.m, (x) => () => put(state, state.f & ~(1 << x) | worst & 1 << x));
    },
  },
  bound: {
    show: "Show all targets",
    tell({ learner, m }) {
      const { expected, fails } = game({ learner, m });
      const [best, middle, worst] = [Math.min(...expected), mean(expected), Math.max(...expected)].map((risk) => number(risk, 3));
      return `best target ${best}, mean ${middle}, worst ${worst}, and the theorem guarantees 0.25 (dashed); `
        + `fails with probability 1/7 or more against ${fails.filter((p) => p >= 1 / 7 - 1e-12).length} of ${expected.length} targets`;
    },
  },
};
