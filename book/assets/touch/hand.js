// A figure in hand: its frames step aside for a picture that answers. A module of this folder is
// the figure; it exports its mathematics, free of the page, and as default
//   asks         what the reader is to do
//   room, ...    what Plane takes: a value, or a function of the beginning
//   begin        a state, of what the cell of the page hands over
//   controls     the sliders and menus of a state
//   handles      what of a state is moved or pressed
//   draw         the shapes
//   tell         the readout, in the words of the frames
//   bound        {show, tell}: what is shown and said on demand only
//   acts         further buttons, {name, act}
//   plays        what goes on by itself (play.js)
//   goal         what the reader can try to reach (goal.js)
//   learns       the algorithm that can play (learner.js)
import { button, make, say } from "../live/make.js";
import { controls } from "./controls.js";
import { challenge } from "./goal.js";
import { Plane } from "./plane.js";
import { played } from "./play.js";
import { learner } from "./learner.js";

const figures = new WeakMap(), coming = new WeakSet();

function dressed() {
  const href = new URL("touch.css", import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  return new Promise((done) => document.head.append(make("link", { rel: "stylesheet", href, onload: done, onerror: done })));
}

function take(figure, module, back) {
  const start = () => JSON.parse(figure.dataset.start);
  let state = module.begin(start());
  const given = Object.fromEntries(["room", "x", "y", "tall", "axes", "powers", "bare"].filter((key) => key in module)
    .map((key) => [key, typeof module[key] === "function" ? module[key](start()) : module[key]]));
  const plane = new Plane({ ...given, name: figure.querySelector(".explore-title").textContent });
  const readout = make("output", { "aria-live": "polite", translate: false });
  const show = () => {
    plane.clear();
    module.draw(plane, state);
    plane.fit();
    plane.hold(module.handles(state), moved);
    say(keys, plane.keys);
    over.become(settings());
    reveal?.setAttribute("aria-pressed", Boolean(state.shown));
    say(readout, [module.tell(state), state.shown && module.bound.tell(state), learns?.ended].filter(Boolean).join("; "));
    goal?.tell();
    plays?.tell();
    learns?.tell();
  };
  const moved = () => { goal?.tried(); plays?.end(); learns?.moved(); show(); };  // by the reader
  const goal = module.goal && challenge(figure, module.goal, () => state, show, readout);
  const plays = module.plays && played(module.plays, () => state, show, readout);
  const learns = module.learns && learner(module.learns, () => state, show, readout);
  const settings = () => [...(module.controls?.(state) || []), ...(learns ? [learns.speed] : [])];
  const over = controls(settings(), moved);
  const reveal = module.bound && button(module.bound.show, () => { state.shown = !state.shown; show(); });
  const acts = (module.acts || []).map(({ name, act }) => button(name, () => { act(state); moved(); }));
  const again = button("Start again", () => { goal?.begin(); learns?.pause(); plays?.end(); state = module.begin(start()); plane.stopAt(0); show(); });
  const keys = make("p", { className: "hand-keys d-print-none", id: `${plane.id}-keys` });
  plane.svg.setAttribute("aria-describedby", keys.id);
  const node = make("div", { className: "hand" }, make("p", { className: "hand-asks", textContent: module.asks }),
    ...over.nodes, plane.svg, readout, ...(goal ? [goal.line] : []),
    make("p", { className: "hand-acts d-print-none" }, ...(plays ? [plays.node] : []), ...(learns?.buttons || []), ...(reveal ? [reveal] : []), ...acts, ...(goal ? [goal.play] : []), again), keys);  // at the end: it comes and goes, and no button may move
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back.focus();
  });
  const rest = () => { goal?.stop(); plays?.stop(); learns?.pause(); };
  return { node, show, rest };
}

// The figure is taken in hand, or its frames come back.
export async function turn(figure, back) {
  if (coming.has(figure)) return;  // a second press
  if (!figures.has(figure)) {
    coming.add(figure);
    const [module] = await Promise.all([import(`./${figure.dataset.touch}.js`), dressed()]).finally(() => coming.delete(figure));
    const hand = take(figure, module.default, back);
    figures.set(figure, hand);
    back.after(hand.node);
  }
  const held = figure.classList.toggle("in-hand"), hand = figures.get(figure);
  back.textContent = held ? "Back to the sliders" : "Try it by hand";
  if (held) hand.show();
  else hand.rest();
}
