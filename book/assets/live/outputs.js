// What a cell shows, drawn as the page draws what was recorded.
import { make } from "./make.js";
import { follow } from "./figures.js";

// The formulas of the page by what they are in TeX, and the names of its statements.
const ENDS = 4;  // lines of an error that are shown, of its beginning and of its end
const formulas = new Map();
for (const written of document.querySelectorAll(".ev-claim .katex annotation")) formulas.set(written.textContent.trim(), written.closest(".katex"));

function nameOf({ theorem, line }) {
  const known = document.querySelector(`a.ev-of[href$="#${CSS.escape(theorem)}"]`);
  if (known) return known.cloneNode(true);
  const name = line.split(" · ")[0].trim();
  return document.getElementById(theorem) ? make("a", { className: "ev-of", href: `#${theorem}`, textContent: name }) : make("span", { className: "ev-of", textContent: name });
}

const SIGNS = {
  check: ["✓", "holds"], simulated: ["≈", "holds, by simulation"],
  refute: ["✗", "broken on purpose"], excuse: ["–", "cannot be computed"],
};
export const signOf = (found) => SIGNS[found.basis === "simulated" && found.kind === "check" ? "simulated" : found.kind];

// The rows of bookext/evidence/panel.py, of what the reader's own run found.
function findings(list) {
  const body = make("tbody");
  let world = "";
  for (const found of list) {
    const [sign, word] = signOf(found);
    const [here, ...rest] = (found.note || "").split(": ");
    if (here && here !== world) body.append(make("tr", { className: "world" }, make("th", { colSpan: 3, scope: "rowgroup", textContent: here })));
    world = here;
    const words = [rest.join(": "), found.because, found.reason].filter(Boolean).join(", ");
    const formula = found.says && formulas.get(found.says.trim());
    const trials = found.trials ? `${found.trials.toLocaleString("en")} trials` : "";
    const small = [found.of, trials].filter(Boolean).join(", ");
    body.append(make("tr", { className: found.kind, "data-line": found.line },
      make("td", { className: "ev-sign" }, make("span", { "aria-hidden": "true", textContent: sign }), make("span", { className: "visually-hidden", textContent: word })),
      make("td", { className: "ev-claim" }, nameOf(found), " ", make("span", { className: "ev-words", textContent: words }), " ", formula ? formula.cloneNode(true) : ""),
      make("td", { className: "ev-case" }, make("span", { className: "ev-number", textContent: found.case || "" }), " ", make("small", { textContent: small }))));
  }
  return make("table", { className: "ev-table" }, body);
}

export class Output {
  constructor() {
    this.box = make("div");
    this.found = [];
  }

  get empty() { return !this.box.hasChildNodes(); }

  add(kind, text, ask) {
    if (kind === "clear") {
      this.stream = null;
      this.box.replaceChildren();
      return;
    }
    if (kind === "stdout" || kind === "stderr") return this.print(kind, text);
    this.stream = null;
    if (kind === "findings") {
      const list = JSON.parse(text);
      this.found.push(...list);
      this.box.append(findings(list));
    } else if (kind === "html") {
      const piece = make("div", { className: "output text_html" });
      piece.innerHTML = text;
      this.box.append(piece);
      for (const figure of piece.querySelectorAll(".explore[data-asks]")) follow(figure, ask);
      window.playable?.(piece);
      window.touchable?.(piece);
    } else if (kind === "cut") {
      this.box.append(make("p", { className: "here-cut", textContent: text }));
    } else {
      this.box.append(make("div", { className: "output text_plain" }, make("pre", { className: "literal-block", textContent: text })));
    }
  }

  print(kind, text) {
    if (this.stream?.dataset.kind !== kind) {
      this.stream = make("pre", { className: "literal-block" });
      this.stream.dataset.kind = kind;
      this.box.append(make("div", { className: `output stream here-${kind}` }, this.stream));
    }
    this.stream.append(text);
  }

  // An error: its words, the lines of the page that it came through (`to` finds the cell), and all.
  fail({ kind, message, places, hint, all }, to) {
    const box = make("div", { className: "here-error" }, make("p", {}, make("b", { textContent: kind }), message ? `: ${message}` : ""));
    const many = places.length > 2 * ENDS, shown = many ? [...places.slice(0, ENDS), null, ...places.slice(-ENDS)] : places;
    for (const place of shown) {
      if (!place) {
        box.append(make("p", { textContent: `… ${(places.length - 2 * ENDS).toLocaleString("en")} more …` }));
        continue;
      }
      const [name, line, code] = place;
      const at = `${name}, line ${line}`, cell = to(name);
      const go = (press) => { if (cell.editor) { press.preventDefault(); cell.edit(line); } };
      box.append(make("p", {}, cell ? make("a", { href: `#${cell.node.id}`, textContent: at, onclick: go }) : at, ": ", make("code", { textContent: code })));
    }
    if (hint) box.append(make("p", { className: "here-hint", textContent: hint }));
    if (all) box.append(make("details", {}, make("summary", { textContent: "All that Python said" }), make("pre", { textContent: all })));
    this.box.append(box);
  }
}
