// A text area over the coloured code, of its size: undo, screen readers and phones know it.
import { make } from "./make.js";

const WORDS = new Set(("False None True and as assert async await break class continue def del elif else except finally for from "
  + "global if import in is lambda nonlocal not or pass raise return try while with yield").split(" "));
const TOKEN = /(?<c1>#[^\n]*)|(?<s2>[rRbBuUfFtT]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))|(?<mi>\b\d[\w.]*)|(?<n>[^\W\d]\w*)|(?<o>[-+*/%@&|^~<>=!]+)/gu;

// The code with the classes that Pygments would give it.
export function coloured(code) {
  const out = document.createDocumentFragment();
  let end = 0;
  for (const found of code.matchAll(TOKEN)) {
    const kind = Object.keys(found.groups).find((key) => found.groups[key] !== undefined);
    const look = kind === "n" && WORDS.has(found[0]) ? "k" : kind;
    out.append(code.slice(end, found.index), make("span", { className: look, textContent: found[0] }));
    end = found.index + found[0].length;
  }
  out.append(code.slice(end));
  return out;
}

// Where in the code a press fell.
function offsetIn(pre, { clientX, clientY }) {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  const old = place ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const [node, offset] = place ? [place.offsetNode, place.offset] : [old?.startContainer, old?.startOffset];
  if (!node || !pre.contains(node)) return undefined;
  const range = document.createRange();
  range.setStart(pre, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

export class Editor {
  // `does.changed(code)` is called after each change, `does.run()` on Ctrl+Enter, `does.leave()` on Escape.
  constructor(pre, name, does) {
    Object.assign(this, { pre, name, does, printed: [...pre.childNodes], area: null });
    pre.addEventListener("click", (event) => {
      if (!event.target.closest("a, button, textarea") && getSelection().isCollapsed) this.open(event);
    });
  }

  get edited() { return this.shown !== undefined; }

  show(code) {
    if (!this.edited) {
      this.shown = make("span", { className: "here-code" });
      this.pre.replaceChildren(this.shown, "\n");
    }
    this.shown.replaceChildren(coloured(code));
    this.code = code;
  }

  open(event) {
    if (!this.area) {
      const at = event && offsetIn(this.pre, event);
      if (!this.edited) this.show(this.code);
      this.area = make("textarea", {
        value: this.code, spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", autocorrect: "off",
        "aria-label": `Code of ${this.name}. Control and Enter runs it, Escape leaves it.`,
      });
      this.area.addEventListener("input", () => { this.show(this.area.value); this.does.changed(this.code); });
      this.area.addEventListener("keydown", (press) => this.typed(press));
      this.pre.append(this.area);
      this.pre.classList.add("here-editing");
      if (at !== undefined) this.area.setSelectionRange(at, at);
    }
    this.area.focus({ preventScroll: true });
  }

  typed(press) {
    press.stopPropagation();  // the page has keys of its own
    if (press.key === "Enter" && (press.ctrlKey || press.metaKey || press.shiftKey)) {
      press.preventDefault();
      this.does.run();
    } else if (press.key === "Escape") {
      this.does.leave();
    } else if (press.key === "Enter") {
      const before = this.area.value.slice(0, this.area.selectionStart).split("\n").pop();
      const indent = before.match(/^ */)[0] + (/:\s*(#.*)?$/.test(before) ? "    " : "");
      press.preventDefault();
      document.execCommand("insertText", false, `\n${indent}`);  // the one way that undo knows
    }
  }

  // As the book prints it.
  reset(code) {
    this.pre.replaceChildren(...this.printed);
    this.pre.classList.remove("here-editing");
    this.area = null;
    this.shown = undefined;
    this.code = code;
  }
}
