// The picture of a figure in hand: an SVG with a room of numbers, shapes that are drawn anew at
// every move, and handles that stay, so that they keep the focus and the finger.
import { element, Layer, set } from "./layer.js";
import { number, power } from "./words.js";

const WIDE = 420;  // units of the picture; a letter has 13
const FINGER = 22;  // pixels from a handle that still hit it

const round = (value) => Math.round(value * 100) / 100;

function ticks(low, high) {
  const rough = (high - low) / 5, ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * [1, 2, 5, 10].find((times) => times * ten >= rough);
  const first = Math.ceil(low / step - 1e-9), last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

export class Plane {
  // room: [left, right, bottom, top]; x and y: the words at the axes; tall: height by width; powers:
  // the axis, "x" or "y", on which numbers stand for powers of ten; bare: no numbers across.
  constructor({ room, x = "", y = "", powers = "", bare = false, tall = (room[3] - room[2]) / (room[1] - room[0]), axes = true, name }) {
    Object.assign(this, { room, powers, bare, handles: [], stop: 0 });
    const [left, below] = axes ? [y ? 46 : 26, x ? 40 : 22] : [4, 4];
    this.inside = [left, 8, WIDE - 8, 8 + (WIDE - left - 8) * tall];
    const [x0, y0, x1, y1] = this.inside;
    this.id = `room-${Math.random().toString(36).slice(2, 8)}`;
    this.shapes = new Layer(element("g", { "clip-path": `url(#${this.id})` }));
    this.over = new Layer(element("g", {}));
    this.svg = element("svg", { viewBox: `0 0 ${WIDE} ${Math.round(y1 + below)}`, role: "group", "aria-label": name, translate: "no" },
      element("clipPath", { id: this.id }, element("rect", { x: x0, y: y0, width: x1 - x0, height: y1 - y0 })));
    this.ground = axes ? this.axes(x, y) : element("g", {});
    this.svg.append(this.ground, this.shapes.node, this.over.node);
  }

  axes(x, y) {
    const [x0, y0, x1, y1] = this.inside, [left, right, low, high] = this.room;
    const group = element("g", { class: "axes", "aria-hidden": true });
    const write = (text, at) => group.append(element("text", at, text));
    const told = (k, axis) => (axis !== this.powers ? number(k) : k === 0 ? "1" : k === 1 ? "10" : `10${power(k)}`);
    for (const k of this.bare ? [] : ticks(left, right)) write(told(k, "x"), { x: this.x(k), y: y1 + 16, "text-anchor": "middle" });
    for (const k of ticks(low, high)) write(told(k, "y"), { x: x0 - 6, y: this.y(k) + 4, "text-anchor": "end" });
    const across = x ? y1 : this.y(Math.min(Math.max(0, low), high)), up = y ? x0 : this.x(Math.min(Math.max(0, left), right));
    group.append(element("path", { d: `M${x0} ${across}H${x1}M${up} ${y0}V${y1}` }));
    if (x) write(x, { x: (x0 + x1) / 2, y: y1 + 34, "text-anchor": "middle" });
    if (y) write(y, { x: 14, y: (y0 + y1) / 2, transform: `rotate(-90 14 ${(y0 + y1) / 2})`, "text-anchor": "middle" });
    return group;
  }

  // Where a number of the room lies in the picture.
  x(value) {
    const [x0, , x1] = this.inside, [left, right] = this.room;
    return round(x0 + (value - left) / (right - left) * (x1 - x0));
  }
  y(value) {
    const [, y0, , y1] = this.inside, [, , low, high] = this.room;
    return round(y1 - (value - low) / (high - low) * (y1 - y0));
  }

  clear() {
    this.near = round(FINGER * WIDE / (this.svg.clientWidth || WIDE));  // asked before anything moves
    this.shapes.begin();
    this.over.begin();
  }

  put(name, look, attributes) { this.shapes.draw(name, { class: look, ...attributes }); }
  path(points, look, closed = false) {
    const d = points.map(([x, y], k) => `${k ? "L" : "M"}${this.x(x)} ${this.y(y)}`).join("");
    this.put("path", look, { d: d + (closed ? "Z" : "") });
  }
  dot([x, y], look = "", r = 4) { this.put("circle", `dot ${look}`, { cx: this.x(x), cy: this.y(y), r }); }
  ring([x, y], look = "") { this.put("circle", `ring ${look}`, { cx: this.x(x), cy: this.y(y), r: 10 }); }
  sign([x, y], s, look = "", size = 1) { this.put("path", `sign ${s > 0 ? "plus" : "minus"} ${look}`, { d: mark(s), transform: `translate(${this.x(x)} ${this.y(y)}) scale(${size})` }); }
  square([x, y], [u, v], look) {
    const [left, right, top, bottom] = [this.x(Math.min(x, u)), this.x(Math.max(x, u)), this.y(Math.max(y, v)), this.y(Math.min(y, v))];
    this.put("rect", look, { x: left, y: top, width: right - left, height: bottom - top });
  }
  word([x, y], text, look = "") { this.over.draw("text", { class: look, x: this.x(x) + 8, y: this.y(y) - 8 }, text); }

  // What was drawn is all, and no word leaves the picture, wherever its place has gone.
  fit() {
    this.shapes.end();
    this.over.end();
    if (!this.svg.getClientRects().length) return;  // unseen: every box would be empty
    const { width: wide, height: high } = this.svg.viewBox.baseVal;
    const moved = (from, size, low, top) => Math.max(Math.min(from, top - size), low) - from;
    const words = [[this.over.node, this.inside], [this.ground, [1, 1, wide - 1, high - 1]]].flatMap(([group, within]) =>
      [...group.querySelectorAll("text:not([transform])")].map((text) => ({ text, box: text.getBBox(), within })));  // measured, then moved
    for (const { text, box: { x, y, width, height }, within: [x0, y0, x1, y1] } of words) {
      set(text, { x: round(Number(text.getAttribute("x")) + moved(x, width, x0, x1)), y: round(Number(text.getAttribute("y")) + moved(y, height, y0, y1)) });
    }
  }

  // What the lines are, one under the other from a place on.
  key([x, y], lines) {
    lines.forEach(([look, text], k) => {
      const at = [this.x(x), this.y(y) + 18 * k];
      this.put("path", look, { d: `M${at[0]} ${at[1]}h28` });
      this.over.draw("text", { x: at[0] + 34, y: at[1] + 4 }, text);
    });
  }

  // The path of the cells, n in a row, where f is positive.
  region(f, n) {
    const [x0, y0, x1, y1] = this.inside, [left, right, low, high] = this.room, size = (x1 - x0) / n, rows = Math.round((y1 - y0) / size);
    let d = "";
    for (let r = 0; r < rows; r++) {
      let from = -1;
      for (let c = 0; c <= n; c++) {
        const on = c < n && f([left + (c + 0.5) / n * (right - left), high - (r + 0.5) / rows * (high - low)]) > 0;
        if (on && from < 0) from = c;
        if (!on && from >= 0) {
          d += `M${round(x0 + from * size)} ${round(y0 + r * (y1 - y0) / rows)}H${round(x0 + c * size)}v${round((y1 - y0) / rows)}H${round(x0 + from * size)}Z`;
          from = -1;
        }
      }
    }
    return d;
  }

  // The line <w, x> + b = 0 from edge to edge, and its positive side.
  line(w, b, look) { if (w[0] || w[1]) this.path(alongside(w, b, this.reach()), look); }
  half(w, b, look = "half") {
    if (!w[0] && !w[1]) return;
    const reach = this.reach(), ends = alongside(w, b, reach), long = 2 * reach / Math.hypot(...w);
    this.path([...ends, ...ends.reverse().map(([x, y]) => [x + long * w[0], y + long * w[1]])], look, true);
  }
  arrow(from, to, look = "") {
    const [x, y, u, v] = [this.x(from[0]), this.y(from[1]), this.x(to[0]), this.y(to[1])];
    const turn = Math.atan2(v - y, u - x), barb = (side) => `${round(u - 9 * Math.cos(turn + side))} ${round(v - 9 * Math.sin(turn + side))}`;
    this.put("path", `arrow ${look}`, { d: `M${x} ${y}L${u} ${v}M${barb(0.42)}L${u} ${v}L${barb(-0.42)}` });
  }
  reach() { return 2 * Math.max(...this.room.map(Math.abs), this.room[1] - this.room[0], this.room[3] - this.room[2]); }

  // Bring the handles in line with what a module says of them, in order:
  // {name, at, to(x, y), look, step, says} is moved, by keys with nudge(k) where it has one, and
  // {name, at, press(), look, off} is pressed. Together they are one stop of the Tab key.
  hold(handles, moved) {
    while (this.handles.length > handles.length) this.handles.pop().node.remove();
    handles.forEach((handle, k) => {
      this.handles[k] ??= new Handle(this, moved);
      this.handles[k].become(handle);
    });
    this.stopAt(Math.min(this.stop, handles.length - 1));
    for (const { hit } of this.handles) set(hit, { r: this.near });
  }

  stopAt(number) {
    this.stop = Math.max(number, 0);
    this.handles.forEach(({ node }, k) => set(node, { tabindex: k === this.stop ? 0 : -1 }));
  }

  // What the keys do, in the words of those who need them.
  get keys() {
    const [moved, pressed] = [this.handles.some(({ now }) => !now.press), this.handles.some(({ now }) => now.press)];
    if (this.handles.length === 1 && moved) return "The arrow keys move the handle, with Shift further; Escape leaves.";
    return ["The arrow keys go from handle to handle, Home and End to the first and the last",
      moved && "Enter takes hold of one: then they move it, with Shift further, until Enter or Escape lets go (with Shift they move it at once)",
      pressed && "Enter presses what is a button", "Escape leaves."].filter(Boolean).join("; ");
  }

  // Where a pointer is, in the numbers of the room.
  where(event) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const [x0, y0, x1, y1] = this.inside, [left, right, low, high] = this.room;
    return [left + (x - x0) / (x1 - x0) * (right - left), high - (y - y0) / (y1 - y0) * (high - low)];
  }

  // Of the handles on whose ground it is.
  nearest(event) {
    const [x, y] = this.where(event);
    const far = ({ now: { at } }) => Math.hypot(this.x(at[0]) - this.x(x), this.y(at[1]) - this.y(y));
    return this.handles.filter((each) => !each.now.off && far(each) <= this.near).sort((a, b) => far(a) - far(b))[0];
  }
}

const mark = (s) => (s > 0 ? "M-7 0H7M0-7V7" : "M-7 0H7");

function alongside([u, v], b, reach) {
  const squared = u * u + v * v, foot = [-b * u / squared, -b * v / squared], long = reach / Math.sqrt(squared);
  return [[foot[0] - long * v, foot[1] + long * u], [foot[0] + long * v, foot[1] - long * u]];
}

const SHAPES = { plus: ["path", { d: mark(1) }], minus: ["path", { d: mark(-1) }], dot: ["circle", { r: 4.5 }], grip: ["circle", { r: 7 }] };
const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };

class Handle {
  constructor(plane, moved) {
    Object.assign(this, { plane, moved });
    this.hit = element("circle", { class: "hit" });
    this.node = element("g", { class: "handle", tabindex: -1 }, this.hit, element("circle", { class: "halo", r: 12 }));
    plane.svg.append(this.node);
    this.node.addEventListener("pointerdown", (event) => this.grasp(event));
    this.node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });  // touch-action is not for shapes everywhere
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focus", () => plane.stopAt(plane.handles.indexOf(this)));
    this.node.addEventListener("blur", () => this.holds(false));
    this.node.addEventListener("click", (event) => event.detail === 0 && this.press());  // of a screen reader
  }

  become(handle) {
    const { node, plane } = this, { at, name, look = "dot", says, off } = handle;
    const kind = look.split(" ")[0];
    if (this.kind !== kind) {
      this.shape?.remove();
      const [shape, attributes] = SHAPES[kind];
      node.append(this.shape = element(shape, attributes));
      this.kind = kind;
    }
    this.now = handle;
    set(this.shape, { class: kind === "plus" || kind === "minus" ? `sign ${look}` : look });
    const [x0, y0, x1, y1] = plane.inside, kept = (value, low, high) => Math.min(Math.max(value, low), high);
    const told = handle.press ? { role: "button", "aria-disabled": Boolean(off) } : {
      role: "slider", "aria-roledescription": "handle",
      "aria-valuemin": plane.room[0], "aria-valuemax": plane.room[1], "aria-valuenow": Number(at[0].toFixed(4)),
      "aria-valuetext": `${this.held ? "held, " : ""}${says || `at ${number(at[0], 4)}, ${number(at[1], 4)}`}`,
    };
    set(node, { transform: `translate(${kept(plane.x(at[0]), x0, x1)} ${kept(plane.y(at[1]), y0, y1)})`, "aria-label": name, ...told });
  }

  go(x, y) {
    const { room } = this.plane, [across, up] = this.steps;
    const kept = (value, low, high, size) => Number((Math.round(Math.min(Math.max(value, low), high) / size) * size).toPrecision(12));
    this.now.to(kept(x, room[0], room[1], across), kept(y, room[2], room[3], up));
    this.moved();
  }

  // How far an arrow key moves, across and up; a finger keeps to multiples of it.
  get steps() {
    const { step = 0.25 } = this.now;
    return Array.isArray(step) ? step : [step, step];
  }

  press() {
    if (!this.now.press || this.now.off) return;
    this.now.press();
    this.moved();
  }

  grasp(event) {
    if (event.button) return;
    event.preventDefault();
    const handle = this.plane.nearest(event) || this;  // those that lie close share their ground
    handle.node.focus({ preventScroll: true });
    if (handle.now.press) return handle.press();
    const [x, y] = this.plane.where(event), [a, b] = handle.now.at;
    const move = (each) => {
      const [u, v] = this.plane.where(each);
      handle.go(a + u - x, b + v - y);
    };
    this.node.setPointerCapture(event.pointerId);
    handle.node.classList.add("held");
    this.node.addEventListener("pointermove", move);
    this.node.addEventListener("lostpointercapture", () => {
      this.node.removeEventListener("pointermove", move);
      handle.node.classList.remove("held");
    }, { once: true });
  }

  // The arrows move what is held, or is alone.
  holds(held) {
    if (this.held === held) return;
    this.held = held;
    this.node.classList.toggle("held", held);
    if (this.now) this.become(this.now);
  }

  key(event) {
    const { handles } = this.plane, me = handles.indexOf(this), way = KEYS[event.key];
    const pressed = event.key === "Enter" || event.key === " ";
    const to = { Home: 0, End: handles.length - 1 }[event.key];
    if (pressed && this.now.press) this.press();
    else if (pressed) this.holds(!this.held);
    else if (event.key === "Escape" && this.held) this.holds(false);
    else if (way && !this.now.press && (this.held || event.shiftKey || handles.length === 1)) this.move(way, event.shiftKey ? 5 : 1);
    else if (way) handles[me + (way[0] - way[1])]?.node.focus({ preventScroll: true });
    else if (to !== undefined) handles[to].node.focus({ preventScroll: true });
    else return;
    event.preventDefault();
    event.stopPropagation();  // the theme turns pages with arrow keys
  }

  move(way, far) {
    const { at, nudge } = this.now, [across, up] = this.steps;
    if (nudge) {
      nudge(far * (way[0] + way[1]));
      return this.moved();
    }
    this.go(at[0] + far * across * way[0], at[1] + far * up * way[1]);
  }
}
