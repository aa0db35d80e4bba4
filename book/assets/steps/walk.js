// A proof that its reader steps through. Its marks, empty elements with data-step="walk/step", say
// where a step begins; a walk, one module for each, says what the picture and the line beside it show:
//   name, begin(), control(state)   its title, a state, and what the reader may change of it
//   steps      by name, in the order of the marks: {room, axes, draw(plane, state), tell(state)},
//              link (the link of the next chain of inequalities that is lit), also (a second picture)
import { button, make } from "../live/make.js";
import { Plane } from "../touch/plane.js";
import { number } from "../touch/words.js";

const FLOWS = "p, ul, ol, li, section, blockquote", OWN = "input, select, textarea, [contenteditable], .handle";
const LEAST = 340, MOST = 470, GAP = 20;  // pixels: the room beside a proof, and around it
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

// What is written between marks goes into <span class="step">; a displayed formula is a step, or part
// of one, as it stands. KaTeX closes the paragraph before a display, so text may lie in the proof itself.
export function cut(proof) {
  let name = "";
  (function within(parent) {
    let span = null;
    const close = () => {  // the blank at its end stays dark
      const end = span?.lastChild, text = end?.nodeType === Node.TEXT_NODE ? end.data.trimEnd() : null;
      if (text !== null) { span.after(end.data.slice(text.length)); end.data = text; }
      span = null;
    };
    for (const node of [...parent.childNodes]) {
      const element = node.nodeType === Node.ELEMENT_NODE;
      if (element && node.matches("[data-step]")) { close(); name = node.dataset.step; node.remove(); }
      else if (element && node.matches(FLOWS)) { close(); within(node); }
      else if (element && node.matches("div")) { close(); if (name) { node.classList.add("step"); node.dataset.step = name; } }
      else if (name && !(element && node.matches("summary")) && (span || element || node.data.trim())) {
        if (!span) node.before(span = make("span", { className: "step", "data-step": name }));
        span.append(node);
      }
    }
    close();
  })(proof);
}

// The terms of a chain of inequalities: KaTeX ends a base after each relation.
function terms(display) {
  let k = 0;
  return all(".katex-html > .base", display).map((base) => [base, base.querySelector(":scope > .mrel") ? k++ : k]);
}

const SAID = [
  [/(?<=\w)⟨/g, " times ⟨"], [/(\w?)‖([^‖]+)‖/g, (all, before) => (before ? `${before} times ${all.slice(1)}` : all)],
  [/⟨([^,⟩]+), ?([^⟩]+)⟩/g, "the product of $1 and $2"], [/‖([^‖]+)‖²/g, "the squared length of $1"],
  [/‖([^‖]+)‖/g, "the length of $1"], [/w\*/g, "w star"], [/√(\S)/g, "the root of $1"], [/·/g, " times "],
  [/[₀-₉]+/g, (low) => ` ${[...low].map((digit) => digit.charCodeAt(0) - 0x2080).join("")}`],
  [/⁻(?=[¹²])/g, " to the minus "], [/¹/g, "1"], [/(?<=minus )²/g, "2"],
  [/′/g, " prime"], [/″/g, " double prime"], [/∅/g, "the empty set"], [/∪/g, "union"],
  [/≤/g, "is at most"], [/≥/g, "is at least"], [/=/g, "equals"], [/≠/g, "is not"], [/²/g, " squared"], [/³/g, " cubed"],
  [/∣([^∣]+)∣/g, "the size of $1"], [/ − /g, " minus "], [/−(?=\d)/g, "minus "], [/ \+ /g, " plus "], [/\s+/g, " "],
];
export const aloud = (line) => SAID.reduce((text, [sign, words]) => text.replace(sign, words), line);

class Walk {
  constructor(walk, state, proofs, names) {
    Object.assign(this, { walk, state, proofs, names });
    this.nodes = names.map((name) => proofs.flatMap((proof) => all(`.step[data-step="${name}"]`, proof)));
    for (const proof of proofs) {
      proof.addEventListener("click", (event) => {
        const on = event.target.closest(".step"), at = on && this.names.indexOf(on.dataset.step);
        if (this.panel && on && !event.target.closest("a") && getSelection().isCollapsed) this.go(at);
      });
    }
    this.key = this.key.bind(this);
    this.place = this.place.bind(this);
  }

  get step() { return this.walk.steps[this.names[this.at].split("/")[1]]; }
  start(at, by) {
    if (Walk.now) Walk.now.leave(false);
    Object.assign(this, { by, at: -1 });
    Walk.now = this;
    this.picture = make("div", { className: "steps-picture hand", "aria-hidden": "true" });
    this.line = make("p", { className: "steps-line", "aria-hidden": "true" });
    this.live = make("p", { className: "steps-live", role: "status" });
    this.count = make("span", { className: "steps-count", "aria-hidden": "true" });
    this.back = button("‹", () => this.go(this.at - 1), { "aria-label": "Step back" });
    this.next = button("›", () => this.go(this.at + 1), { "aria-label": "Next step" });
    const leave = button("×", () => this.leave(), { "aria-label": "Leave the steps" });
    this.acts = make("div", { className: "steps-acts" }, this.back, this.count, this.next, leave);
    this.panel = make("div", { className: "steps-panel d-print-none", role: "group", "aria-label": `${this.walk.name}, step by step` },
      this.picture, this.line, this.acts, this.live);
    this.handle();
    this.proofs[this.proofs.length - 1].after(this.panel);
    document.documentElement.classList.add("stepping");
    for (const proof of this.proofs) { proof.open = true; proof.classList.add("in-steps"); }
    addEventListener("keydown", this.key, true);
    addEventListener("resize", this.place);
    this.moves = new ResizeObserver(this.place);  // the sidebar comes and goes
    for (const box of all(".bd-main, .bd-content, .bd-sidebar-primary")) this.moves.observe(box);
    this.place();
    this.go(at);
    this.next.focus({ preventScroll: true });
  }

  // What the reader may change: the number of updates, the learner.
  handle() {
    const given = this.walk.control?.(this.state);
    if (!given) return;
    const menu = given.values, shown = make("b", { "aria-hidden": "true" });
    const input = menu ? make("select", {}, ...menu.map((textContent) => make("option", { textContent })))
      : make("input", { type: "range", min: given.first ?? 0, max: given.last, step: given.step ?? 1 });
    input[menu ? "selectedIndex" : "value"] = given.at;
    const say = () => { shown.textContent = menu ? "" : `${given.name.split(" ").pop()} = ${number(Number(input.value))}`; };
    input.addEventListener("input", () => { given.set(menu ? input.selectedIndex : Number(input.value)); say(); this.show(""); });
    say();
    this.acts.prepend(make("label", {}, make("span", { textContent: given.name }), input, shown));
  }

  leave(back = true) {
    removeEventListener("keydown", this.key, true);
    removeEventListener("resize", this.place);
    this.moves.disconnect();
    this.panel.remove();
    this.panel = Walk.now = null;
    this.light([], null);
    document.documentElement.classList.remove("stepping", "steps-beside");
    for (const proof of this.proofs) proof.classList.remove("in-steps");
    if (back) this.by.focus({ preventScroll: true });
  }

  key(event) {
    const { key, target, shiftKey } = event, space = key === " ";
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target.closest?.("dialog, .hand") || document.querySelector("details.menu[open]")) return;  // these have keys of their own
    if (key !== "Escape" && (target.matches?.(OWN) || (space && target.closest?.("button, a, summary")))) {
      if (key.startsWith("Arrow") && this.panel.contains(target)) event.stopPropagation();  // the theme turns pages
      return;
    }
    const way = key === "ArrowRight" || (space && !shiftKey) ? 1 : key === "ArrowLeft" || space ? -1 : 0;
    if (key === "Escape") this.leave(); else if (way) this.go(this.at + way); else return;
    event.preventDefault();
    event.stopPropagation();
  }

  go(at) {
    if (at < 0 || at >= this.names.length || at === this.at) return;
    this.at = at;
    this.back.setAttribute("aria-disabled", at === 0);
    this.next.setAttribute("aria-disabled", at === this.names.length - 1);
    this.count.textContent = `${at + 1} / ${this.names.length}`;
    this.light(this.nodes[at], this.step.link);
    this.show(`Step ${at + 1} of ${this.names.length}. `);
    this.reach();
  }

  light(nodes, link) {
    for (const node of this.proofs.flatMap((proof) => all(".lit, .unlit", proof))) {
      node.classList.remove("lit", "unlit");
      node.removeAttribute("aria-current");
    }
    for (const node of nodes) { node.classList.add("lit"); node.setAttribute("aria-current", "step"); }
    if (!link) return;  // else a link of the chain in the next display
    const after = all(".katex-display", nodes[0].closest("details"))
      .find((each) => nodes.some((node) => node.contains(each) || node.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING));
    after.closest(".step").classList.add("lit");
    for (const [base, k] of terms(after)) base.classList.toggle("unlit", k !== link && k !== link - 1);
  }

  show(before) {
    const { step, state } = this, line = step.tell(state);
    const pictures = [step, step.also].filter(Boolean).map(({ room, axes = {}, draw }) => {
      const plane = new Plane({ room: typeof room === "function" ? room(state) : room, tall: 0.6, name: this.walk.name, ...axes });
      draw(plane, state);
      return plane.svg;
    });
    this.picture.replaceChildren(...pictures);  // the second only where there is room
    this.line.textContent = line;
    this.live.textContent = before + aloud(line);
  }

  // Beside the proofs where there is room, else above.
  place() {
    const right = Math.max(...this.proofs.map((proof) => proof.getBoundingClientRect().right)) + GAP, room = innerWidth - right - 2 * GAP;
    document.documentElement.classList.toggle("steps-beside", room >= LEAST);
    this.panel.style.cssText = room >= LEAST ? `left: ${right + GAP}px; width: ${Math.min(room, MOST)}px` : "";
  }

  reach() {
    const beside = document.documentElement.classList.contains("steps-beside"), boxes = all(".lit").map((node) => node.getBoundingClientRect());
    const top = Math.min(...boxes.map((box) => box.top)), bottom = Math.max(...boxes.map((box) => box.bottom));
    const high = beside ? 80 : this.panel.getBoundingClientRect().bottom + 20, low = innerHeight - 40;
    if (top >= high && bottom <= low) return;
    const to = beside ? Math.max(high, (innerHeight - bottom + top) / 3) : high;
    scrollBy({ top: top - to, behavior: calm() ? "instant" : "smooth" });
  }
}

const walks = new Map();

// Begin the walk at the first step of this proof; it goes on into the next ones.
export async function step(walk, key, proof, by) {
  await dressed();
  if (!walks.has(key)) {
    const marks = all(`.step-mark[data-step^="${key}/"]`), names = [...new Set(marks.map((mark) => mark.dataset.step))];
    const proofs = [...new Set(marks.map((mark) => mark.closest("details.the-proof")))];
    proofs.forEach(cut);
    const from = walk.from && document.querySelector(walk.from);
    walks.set(key, new Walk(walk, walk.begin(from ? JSON.parse(from.dataset.start) : {}), proofs, names));
  }
  const now = walks.get(key);
  now.start(now.nodes.findIndex((nodes) => nodes.some((node) => proof.contains(node))), by);
}

function dressed() {
  return Promise.all(["steps.css", "../touch/touch.css"].map((file) => {
    const href = new URL(file, import.meta.url).href;
    if (document.querySelector(`link[href="${href}"]`)) return null;
    return new Promise((done) => document.head.append(make("link", { rel: "stylesheet", href, onload: done, onerror: done })));
  }));
}
