// "Run here": makes the cells of the page run, and puts a bar at its foot. run_here.js calls `open`.
import { Cell } from "./cell.js";
import * as kept from "./kept.js";
import { button, make } from "./make.js";
import { cellsOf } from "./notebook.js";
import { WAIT, WHAT_TO_DO, patiently } from "./reach.js";
import { Runner } from "./runner.js";

let page = location.pathname.split("/").pop().replace(".html", "");
let article = document.querySelector(".bd-article");
let foot = null;

// Where a cell stands that the page shows without its code: after those before it, without a name.
function unnamed(before) {
  const nodes = article.matches(".bd-article") ? article.querySelectorAll("div.cell:not([id])") : [];
  return [...nodes].find((node) => before.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
}

// The page shows cells where they are of use, some in parts or not at all.
function bookCells(list) {
  let last = article;
  return list.map((cell) => {
    const { key } = cell;
    const node = document.getElementById(key) || unnamed(last) || make("div", { className: "cell", hidden: true });
    if (!node.id) node.id = key;
    if (!node.isConnected) last.after(node);
    last = node;
    return new Cell({ ...cell, node });
  });
}

// The bar: where things stand, and what is for the whole page.
function footOf(act) {
  const status = make("span", { role: "status" });
  const whereTo = button("Show", act.go, { hidden: true });
  const undo = button("Undo", () => { node.focus(); undo.hidden = true; undone(); }, { hidden: true });
  let undone;
  const all = button("Run all", act.all), stop = button("Stop", act.stop), back = button("Restore all", act.back);
  const mine = make("a", { href: new URL("../../my-cells.html", import.meta.url).href, textContent: "My cells" });
  const progress = make("progress", { hidden: true, "aria-label": "Python is at work" });
  const node = make("section", { className: "here-foot d-print-none", "aria-label": "Python of this page", tabIndex: -1 }, progress, status, whereTo, undo, all, stop, back, mine);
  document.querySelector(".here-foot")?.remove();  // of a press that failed
  document.body.append(node);
  return {
    node,
    say(text, working = false, cell = null) {
      if (status.textContent !== text) status.textContent = text;
      progress.hidden = !working;
      if (working === true) progress.removeAttribute("value");
      else progress.value = working;
      if (!working && document.activeElement === stop) node.focus();
      stop.disabled = !working;
      whereTo.hidden = !cell;
    },
    // What the offer is stays on its button when other things are said.
    offer(text, working, name, act) {
      this.say(text, working);
      undone = act;
      undo.textContent = name;
      undo.hidden = false;
      if (document.activeElement === document.body) undo.focus();
    },
  };
}

// A browser that keeps nothing, or no more, says so before anything is lost.
function tellUnkept(cells) {
  if (foot.node.querySelector(".here-unkept")) return;
  foot.node.append(make("p", { className: "here-unkept", textContent: "This browser cannot keep what you write: it is lost when you leave the page. Copy what you want to keep." }));
  addEventListener("beforeunload", (event) => { if (cells.some((cell) => cell.edited)) event.preventDefault(); });
}

// Edits of cells that the book has changed since: to be copied, or thrown away.
function showOrphans(cells, working) {
  const left = kept.orphans(page, cells);
  if (!left.length) return;
  const box = make("details", { className: "here-orphans" }, make("summary", { textContent: `Your edits of ${left.length === 1 ? "a cell" : `${left.length} cells`} that the book has changed since` }));
  for (const [, code] of left) box.append(make("pre", { textContent: code }));
  box.append(button("Discard them", () => {
    kept.drop(page, left.map(([key]) => key));
    box.remove();
    foot.offer("Your old edits are thrown away.", working(), "Undo discarding", () => {
      for (const [key, code] of left) kept.keep(page, { key, code });
      showOrphans(cells, working);
    });
  }));
  foot.node.append(box);
}

// Slides name the page whose cells they show, and the element that they stand in.
export async function open(name = page, within = article) {
  if (foot && name === page) {
    foot.node.focus();
    return;
  }
  [page, article] = [name, within];
  document.head.append(make("link", { rel: "stylesheet", href: new URL("live.css", import.meta.url).href }));
  let runner, shown;
  const go = (cell) => { cell.reveal(); cell.node.scrollIntoView({ block: "center" }); cell.runs?.focus({ preventScroll: true }); };
  foot = footOf({
    all: () => runner?.all(),
    stop: () => runner?.stop(),
    back: () => runner && takeBack(cells),
    go: () => shown && go(shown),
  });
  const say = (text, working, cell) => { shown = cell || null; foot.say(text, working, cell); };
  say("The cells are being prepared …", true);
  let cells;
  // The book's code and outputs come back; what the reader wrote can be had again.
  const takeBack = (some) => {
    if (some.some((cell) => cell === runner.busy || runner.queue.includes(cell))) return say("Stop the running cell first, and then restore the book’s code.", true);
    const mine = some.filter((cell) => cell.edited).map((cell) => [cell, cell.code]);
    for (const cell of some) cell.reset();
    if (!mine.length) return;
    foot.offer(`The book’s code is back in ${mine.length === 1 ? mine[0][0].name : `${mine.length} cells`}.`, runner.working, "Undo restoring", () => {
      for (const [cell, code] of mine) cell.write(code);
      say("Your code is back.", runner.working);
    });
  };
  try {
    cells = bookCells(await patiently(cellsOf(page), 2500, () => say(`The notebook of this page has not loaded yet: the network is slow, or does not answer. ${WAIT}`, true)));
  } catch (error) {
    say(`The notebook of this page is not available from the site (${error.message}). ${WHAT_TO_DO}`);
    foot = null;
    return;
  }
  kept.recall(page, cells);
  runner = new Runner(cells, say);
  for (const cell of cells) {
    cell.wake({
      run: (each) => runner.upTo(each),
      changed: (each) => { if (!kept.keep(page, each)) tellUnkept(cells); runner.changed(each); },
      takeBack,
      say: (words) => say(words, runner.working),
      names: (each, code) => runner.names(each, code),
      ask: (job) => runner.post(job),
    });
  }
  for (const fold of article.querySelectorAll("details.quiet:not([open])")) {
    if (!fold.closest("details.evidence")) fold.open = true;  // whoever runs wants to see the code
  }
  document.documentElement.classList.add("runs-here");
  showOrphans(cells, () => runner.working);
  addEventListener("storage", () => {  // another tab has written
    const twice = kept.differing(page, cells)[0];
    if (twice) say(`${twice.name} is also edited in another tab; what is written last is kept.`, runner.working);
  });
  document.querySelector(".here-own")?.remove();
  window.runsHere = runner;  // for slides.js and the tests
}
