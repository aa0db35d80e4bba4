// "Run here": makes the cells of the page run, and puts a bar at its foot. run_here.js calls `open`.
import { Cell } from "./cell.js";
import * as kept from "./kept.js";
import { button, make } from "./make.js";
import { WHAT_TO_DO, lite, patiently } from "./reach.js";
import { Runner } from "./runner.js";

let page = location.pathname.split("/").pop().replace(".html", "");
let article = document.querySelector(".bd-article");
let foot = null;

// The page shows cells where they are of use, some in parts or not at all; the notebook has them whole and in order.
async function sources() {
  const answer = await fetch(new URL(`files/${page}.ipynb`, lite), { signal: AbortSignal.timeout(30_000) });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const { cells } = await answer.json();
  return cells.filter((cell) => cell.cell_type === "code").map((cell) => ({ key: cell.id, source: [cell.source].flat().join(""), own: Boolean(cell.metadata.tags?.includes("turn")) }));
}

// Where a cell stands that the page shows without its code: after those before it, without a name.
function unnamed(before) {
  const nodes = article.matches(".bd-article") ? article.querySelectorAll("div.cell:not([id])") : [];
  return [...nodes].find((node) => before.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
}

function bookCells(list) {
  let last = article, above = 0;
  return list.map(({ key, source, own }) => {
    const node = document.getElementById(key) || unnamed(last) || make("div", { className: "cell", hidden: true });
    if (!node.id) node.id = key;
    if (!node.isConnected) last.after(node);
    last = node;
    const name = own ? `Your cell under ${titleOf(node.closest(".exercise"))}` : `Cell ${above + 1}`;
    return new Cell({ node, key, source, above: own ? above : above++, name, own });
  });
}

const titleOf = (exercise) => exercise?.querySelector(".admonition-title")?.textContent.match(/Exercise [\d.]*\d/)?.[0] || "this exercise";

// The bar: where things stand, and what is for the whole page.
function footOf(act) {
  const status = make("span", { role: "status" });
  const whereTo = button("Show", act.go, { hidden: true });
  const all = button("Run all", act.all), stop = button("Stop", act.stop), back = button("Take all back", act.back);
  const progress = make("progress", { hidden: true, "aria-label": "Python is at work" });
  const node = make("section", { className: "here-foot d-print-none", "aria-label": "Python of this page", tabIndex: -1 }, progress, status, whereTo, all, stop, back);
  document.querySelector(".here-foot")?.remove();  // of a press that failed
  document.body.append(node);
  return {
    node,
    say(text, working = false, cell = null) {
      if (status.textContent !== text) status.textContent = text;
      progress.hidden = !working;
      if (working === true) progress.removeAttribute("value");
      else progress.value = working;
      stop.disabled = !working;
      whereTo.hidden = !cell;
    },
  };
}

// Edits of cells that the book has changed since: to be copied, or thrown away.
function showOrphans(cells) {
  const left = kept.orphans(cells);
  if (!left.length) return;
  const box = make("details", { className: "here-orphans" }, make("summary", { textContent: `Your edits of ${left.length === 1 ? "a cell" : `${left.length} cells`} that the book has changed since` }));
  for (const [, code] of left) box.append(make("pre", { textContent: code }));
  box.append(button("Throw them away", () => { kept.drop(left.map(([key]) => key)); box.remove(); }));
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
    back: () => runner?.idle && cells.forEach((cell) => cell.reset()),
    go: () => shown && go(shown),
  });
  const say = (text, working, cell) => { shown = cell || null; foot.say(text, working, cell); };
  say("The cells of the page wake …", true);
  let cells;
  try {
    cells = bookCells(await patiently(sources(), 2500, () => say(`The notebook of this page has not come yet: the network is slow, or it is silent. ${WHAT_TO_DO}`, true)));
  } catch (error) {
    say(`The notebook of this page cannot be had from the site (${error.message}). ${WHAT_TO_DO}`);
    foot = null;
    return;
  }
  kept.recall(cells);
  runner = new Runner(cells, say);
  for (const cell of cells) {
    cell.wake({
      run: (each) => runner.upTo(each),
      changed: (each) => { kept.keep(each); runner.changed(each); },
      ask: (job) => runner.post(job),
    });
  }
  for (const fold of article.querySelectorAll("details.quiet:not([open])")) {
    if (!fold.closest("details.evidence")) fold.open = true;  // whoever runs wants to see the code
  }
  document.documentElement.classList.add("runs-here");
  showOrphans(cells);
  window.runsHere = runner;  // for the tests
}
