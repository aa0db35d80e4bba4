// Shapes that are drawn anew at every move. Their elements stay where they can, because a new one would
// make the browser style the whole page again, for the sake of :has(): a frame would take ten times as long.
import { say } from "../live/make.js";

export function element(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

// What does not change costs nothing.
export function set(node, attributes) {
  for (const [key, value] of Object.entries(attributes)) if (node.getAttribute(key) !== String(value)) node.setAttribute(key, value);
}

export class Layer {
  constructor(node) { Object.assign(this, { node, drawn: 0 }); }

  begin() { this.drawn = 0; }

  draw(name, attributes, ...text) {
    const now = this.node.children[this.drawn++], names = Object.keys(attributes);
    if (now?.tagName !== name || now.attributes.length !== names.length || !names.every((key) => now.hasAttribute(key))) {
      const made = element(name, attributes, ...text);
      if (now) now.replaceWith(made);
      else this.node.append(made);
      return;
    }
    set(now, attributes);
    if (text.length) say(now, ...text);
  }

  end() { while (this.node.children.length > this.drawn) this.node.lastChild.remove(); }
}
