// The code of a cell: coloured as the book prints it, and on a press an editor in its place. That is
// CodeMirror, which comes beside Python; until it is there, code that is not the book's has no colours.
import { make } from "./make.js";
import { namesFor } from "./names.js";

let library = null;
let classes = null;  // the marks of Pygments, which the page has colours for
const loaded = import("../third-party/codemirror/codemirror.js").then((all) => {
  library = all;
  const { tags: t, tagHighlighter } = all;
  classes = tagHighlighter([
    { tag: [t.keyword, t.bool, t.null], class: "k" },
    { tag: [t.function(t.definition(t.variableName)), t.definition(t.className)], class: "nf" },
    { tag: [t.variableName, t.propertyName], class: "n" },
    { tag: [t.string, t.escape], class: "s2" },
    { tag: t.modifier, class: "o" },  // the stars, which CodeMirror counts among the keywords
    { tag: t.number, class: "mi" },
    { tag: t.comment, class: "c1" },
    { tag: t.meta, class: "nd" },
  ]);
});
loaded.catch(() => {});  // whoever edits is told
const KEYS = "Ctrl+Enter runs the cell, Tab indents or completes. Escape, then Tab leaves the editor.";

function coloured(code) {
  const out = document.createDocumentFragment();
  const put = (text, look) => out.append(look ? make("span", { className: look, textContent: text }) : text);
  library.highlightCode(code, library.pythonLanguage.parser.parse(code), classes, put, () => out.append("\n"));
  return out;
}

// Where in the code a press fell.
function offsetIn(pre, { clientX, clientY }) {
  const place = document.caretPositionFromPoint?.(clientX, clientY);
  const old = place ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const [node, offset] = place ? [place.offsetNode, place.offset] : [old?.startContainer, old?.startOffset];
  if (!node || !pre.contains(node)) return 0;
  const range = document.createRange();
  range.setStart(pre, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

export class Editor {
  // `does.changed(code)` is called after each change, `does.run()` on Ctrl+Enter, `does.late(words)`
  // when the editor does not come; `does.names(code)` returns what can follow this code.
  constructor(pre, name, does) {
    Object.assign(this, { pre, name, does, printed: [...pre.childNodes], view: null });
    pre.addEventListener("click", (event) => {
      if (!event.target.closest("a, button") && getSelection().isCollapsed) this.open(offsetIn(pre, event));
    });
  }

  // In the editor if it is open, too; the button that copies reads what lies under it.
  show(code) {
    this.code = code;
    if (!this.shown) {
      this.shown = make("span", { className: "here-code" });
      this.pre.replaceChildren(this.shown, "\n");
    }
    if (this.view && this.view.state.doc.toString() !== code) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: code } });
    this.shown.textContent = code;
    const colour = () => this.shown?.replaceChildren(coloured(this.code));
    if (!this.view) library ? colour() : loaded.then(colour, () => {});
  }

  // Put the cursor there, or where it was.
  async open(at) {
    if (!library) {
      const late = setTimeout(this.does.late, 2500, "The editor has not loaded yet: the network is slow, or does not answer.");
      try {
        await loaded;
      } catch (error) {
        return this.does.late(`The editor did not load (${error.message}). Check that you are online, and reload the page. Cells run all the same.`);
      } finally {
        clearTimeout(late);
      }
    }
    this.view ??= this.begin();
    if (at !== undefined) this.view.dispatch({ selection: { anchor: Math.min(at, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }

  openAtLine(line) {
    const before = this.code.split("\n").slice(0, line - 1);
    return this.open(before.join("\n").length + (line > 1));
  }

  begin() {
    const place = make("div", { className: "here-editor" }), keys = make("p", { className: "here-keys", id: `keys-${this.name.replace(/\W+/g, "-")}`, textContent: KEYS });
    const view = new library.EditorView({ parent: place, doc: this.code, extensions: this.extensions(keys.id) });
    view.dom.addEventListener("keydown", (press) => press.stopPropagation());  // the page has keys of its own
    place.append(keys);
    this.pre.hidden = true;
    this.pre.after(place);
    return view;
  }

  extensions(hint) {
    const { EditorView, Prec, acceptCompletion, indentLess, indentMore, keymap, moveCompletionSelection } = library;
    const run = () => { this.does.run(); return true; };
    let leaves = false;  // after Escape, Tab leads on until something else is done
    const leave = (view, on) => { if (on !== leaves) view.setTabFocusMode(leaves = on); };
    const take = (view) => acceptCompletion(view) || moveCompletionSelection(true)(view) && acceptCompletion(view);
    return [
      Prec.highest(keymap.of([..."Mod Ctrl Shift".split(" ").map((held) => ({ key: `${held}-Enter`, run }))])),
      library.history(), library.python(), library.indentUnit.of("    "), library.indentOnInput(),
      library.bracketMatching(), library.closeBrackets(), library.syntaxHighlighting(classes),
      library.autocompletion({ override: [namesFor(library, this.does.names)], icons: false, selectOnOpen: false }),  // Enter stays a new line
      keymap.of([
        { key: "Tab", run: (view) => take(view) || indentMore(view), shift: indentLess },
        { key: "Escape", run: (view) => { leave(view, true); return false; } },
        ...library.closeBracketsKeymap, ...library.defaultKeymap, ...library.historyKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged || update.selectionSet || update.focusChanged) leave(update.view, false);
        if (!update.docChanged) return;
        this.show(update.state.doc.toString());
        this.does.changed(this.code);
      }),
      EditorView.contentAttributes.of({ "aria-label": `Code of ${this.name}`, "aria-describedby": hint, tabindex: "0" }),  // which a checker knows
    ];
  }

  // As the book prints it.
  reset(code) {
    this.view?.dom.parentElement.remove();
    this.view?.destroy();
    this.pre.hidden = false;
    this.pre.replaceChildren(...this.printed);
    this.view = this.shown = null;
    this.code = code;
  }
}
