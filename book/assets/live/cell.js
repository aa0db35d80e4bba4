// One cell of the page: its code, the bar under it, and what it shows: what the book recorded, or
// what the reader's own run gave.
import { Editor } from "./editor.js";
import { button, make } from "./make.js";
import { Output, signOf } from "./outputs.js";

export class Cell {
  // `key` stays the same in the next edition; `above` is the number of the book's cells above it.
  // An `own` cell is the reader's: the names below it are as if it had not run.
  constructor({ node, key, name, source, above, own = false }) {
    Object.assign(this, { node, key, name, above, own, book: source, code: source, state: "book" });
    const mine = (found) => found.closest("div.cell") === node;
    this.pre = [...node.querySelectorAll(".cell_input pre")].find(mine);
    this.output = node.querySelector(":scope > .cell_output");
    this.figure = this.output?.querySelector("figure");
    this.strip = node.closest("details.evidence");
  }

  get edited() { return this.code !== this.book; }
  get old() { return this.state === "yours" && this.sent !== this.code; }

  // Make it run and editable; `does` has run(cell), changed(cell), names(cell, code), takeBack(cells), ask(job) and say(words).
  wake(does) {
    this.does = does;
    this.runs = button("Run", () => does.run(this), { className: "here-run", "aria-label": `Run ${this.name} and those above it` });
    this.back = button("Restore", () => { does.takeBack([this]); this.runs.focus(); }, { hidden: true, "aria-label": `Restore ${this.name}: the book's code and output` });
    this.mark = make("span", { className: "here-mark" });
    const bar = make("div", { className: "here-bar" }, this.runs, this.back, this.mark);
    if (this.pre) {
      this.editor = new Editor(this.pre, this.name, {
        run: () => does.run(this),
        names: (code) => does.names(this, code),
        late: does.say,
        changed: (code) => { this.code = code; does.changed(this); },
      });
      this.editor.code = this.code;
      const shown = this.pre.textContent.trim();
      if (this.own || shown !== this.code.trim()) this.editor.show(this.code);  // the page splits some cells
      this.runs.after(button("Edit", () => this.edit(), { "aria-label": `Edit ${this.name}` }));
    }
    if (this.output) this.output.after(bar);
    else this.node.append(bar);
    this.show();
  }

  // Put the reader's code back that was taken back.
  write(code) {
    this.code = code;
    this.editor.show(code);
    this.show();
    this.does.changed(this);
  }

  // At the end of a link that names a line, on that line.
  edit(line) {
    this.reveal(this.pre.parentElement);
    return line ? this.editor.openAtLine(line) : this.editor.open();
  }

  // Open the folds around a part of the cell.
  reveal(part = this.node) {
    for (let fold = part.closest("details:not([open])"); fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
  }

  show() {
    const told = { book: this.edited ? "your code, not run" : "", waiting: "queued", running: "running …" }[this.state]
      ?? (this.wrong && !this.old ? `your version: ${this.wrong.ended || "error"}` : this.old || this.stale ? "your version, from before your last change" : `your version${this.took}`);
    if (this.mark.textContent !== told) this.mark.textContent = told;
    this.back.hidden = !this.edited && this.state === "book";
    this.node.classList.toggle("here-yours", this.state === "yours");
    this.node.classList.toggle("here-stale", this.state === "yours" && Boolean(this.old || this.stale));
    this.node.toggleAttribute("aria-busy", this.state === "running");
    if (this.state === "running") this.node.setAttribute("aria-busy", "true");
  }

  become(state) {
    this.state = state;
    this.show();
  }

  begin() {
    this.sent = this.code;
    this.made = new Output();
    this.become("running");
  }

  // What the run shows stands where the recorded output stood; the caption of a figure stays.
  put() {
    if (!this.yours) {
      if (!this.output) {
        this.output = make("div", { className: "cell_output docutils container here-made" });
        this.node.querySelector(":scope > .here-bar").before(this.output);
      }
      const place = this.figure || this.output;
      this.hidden = [...place.children].filter((child) => child.tagName !== "FIGCAPTION");
      for (const child of this.hidden) child.hidden = true;
      this.yours = make("div", { className: "here-output" });
      place.prepend(this.yours);
    }
    if (this.yours.firstChild !== this.made.box) this.yours.replaceChildren(this.made.box);
  }

  add(kind, text) {
    this.made.add(kind, text, this.does.ask);
    this.put();
  }

  end(wrong, ms, cellOf) {
    this.wrong = wrong;
    this.took = ms > 500 ? ` · ${(ms / 1000).toFixed(1)} s` : "";
    if (wrong) this.made.fail(wrong, cellOf);
    if (wrong) this.reveal();
    if (!this.made.empty || this.hidden) this.put();
    this.become("yours");
    this.tally();
  }

  // The line of the evidence that this cell is folded in says what the reader's run found.
  tally() {
    if (!this.strip) return;
    const kind = `here-tally-${this.key}`;
    const line = this.strip.querySelector(":scope > summary");
    line.querySelector(`[data-of="${kind}"]`)?.remove();
    const signs = this.made?.found.map((found) => signOf(found)[0]).join("") || "";
    if (this.state !== "yours" || !(signs || this.wrong)) return;
    const told = make("span", { className: "here-tally", textContent: `your version ${signs}${this.wrong ? " stopped" : ""}` });
    told.dataset.of = kind;
    line.append(told);
  }

  // Give the book's output back, and its code unless `code` is false.
  reset(code = true) {
    const { edited } = this;
    if (this.yours) {
      this.yours.remove();
      for (const child of this.hidden) child.hidden = false;
      this.yours = this.hidden = null;
      if (this.output.classList.contains("here-made")) { this.output.remove(); this.output = null; }
    }
    this.wrong = null;
    this.made = null;
    if (code && this.editor && (edited || this.editor.view)) {
      this.code = this.book;
      this.editor.reset(this.book);
      if (this.own) this.editor.show("");
      else if (this.pre.textContent.trim() !== this.book.trim()) this.editor.show(this.book);
    }
    this.become("book");
    this.tally();
    if (code && edited) this.does.changed(this);  // another tab may hold edits of the others
  }
}
