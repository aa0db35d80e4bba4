// The page "My cells": what the reader has changed, of all pages, and all of it as one notebook.
import { drop, editsOf, holdsEdits, keep, pagesWithEdits } from "./kept.js";
import { button, make } from "./make.js";
import { cellsOf } from "./notebook.js";

const place = document.getElementById("my-cells"), take = document.getElementById("my-cells-notebook");

// The pages in the order of the contents at the side: their addresses and titles, after that of their chapter.
const contents = new Map([...document.querySelectorAll(".bd-docs-nav a.reference")].map((link) => {
  const title = (a) => a.firstChild.textContent.trim(), chapter = link.closest(".toctree-l1").querySelector("a");
  return [link.pathname.split("/").pop().replace(".html", ""), { href: link.href, title: chapter === link ? title(link) : `${title(chapter)} › ${title(link)}` }];
}));

// The pages with edits: their cells, each with the reader's code if there is some; then what belongs to none of them.
async function mine() {
  const order = [...contents.keys()], known = (page) => order.indexOf(page) >>> 0;  // pages that are gone are last
  return Promise.all(pagesWithEdits(order).sort((a, b) => known(a) - known(b)).map(async (page) => {
    const edits = editsOf(page), cells = await cellsOf(page).catch(() => []);
    const left = Object.keys(edits).filter((key) => !cells.some((cell) => cell.key === key));
    const name = cells.length ? "A cell that the book has changed since" : "A cell";
    const all = [...cells, ...left.map((key) => ({ key, name, gone: true }))];
    return { page, title: page, ...contents.get(page), cells: all.map((cell) => ({ ...cell, code: edits[cell.key] })) };
  }));
}

const isMine = ({ code }) => code !== undefined;

function shown({ page, href, title }, cell) {
  const { key, name, code, gone } = cell;
  const at = make(href ? "a" : "span", { textContent: name });
  if (href) at.href = gone ? href : `${href}#${key}`;
  const box = make("div", { className: "my-cell" });
  const restore = button("Restore", () => {
    drop(page, [key]);
    const undo = button("Undo", () => { keep(page, cell); box.replaceChildren(...parts); restore.focus(); });
    box.replaceChildren(make("p", { role: "status", textContent: gone ? "Your code is thrown away. " : "The book’s code is back. " }), make("div", { className: "here-bar" }, undo));
    undo.focus();
  }, { textContent: gone ? "Throw away" : "Restore", "aria-label": `${gone ? "Throw away" : "Restore"} ${name} of ${title}` });
  const parts = [make("h3", {}, at), make("pre", { textContent: code, tabIndex: 0, role: "region", "aria-label": `Your code of ${name}` }), make("div", { className: "here-bar" }, restore)];
  box.append(...parts);
  return box;
}

async function show() {
  const pages = await mine();
  take.hidden = !pages.length;
  document.getElementById("my-cells-none").hidden = Boolean(pages.length);
  place.replaceChildren(...pages.map((page) => {
    const link = page.href ? make("a", { href: page.href, textContent: page.title }) : page.title;
    return make("section", {}, make("h2", {}, link), ...page.cells.filter(isMine).map((cell) => shown(page, cell)));
  }));
}

// Each page from its top to the last changed cell, so that it runs; the book's own cells are folded.
function notebookOf(pages) {
  const cells = [];
  const put = (cell_type, source, metadata = {}) => cells.push({
    cell_type, id: `my-${cells.length}`, metadata, source, ...(cell_type === "code" && { execution_count: null, outputs: [] }),
  });
  put("markdown", `# My cells\n\nFrom *${document.title.split(" - ").pop()}*, ${new Date().toLocaleDateString("en", { dateStyle: "long" })}.\nThe cells of the book between yours are folded, and all of them run where its package is installed.`);
  for (const { href, title, cells: all } of pages) {
    put("markdown", href ? `## [${title}](${href})` : `## ${title}`);
    const last = all.findLastIndex((cell) => isMine(cell) && !cell.gone);
    for (const { name, key, own, gone, source, code } of all.filter((cell, at) => cell.gone || at <= last)) {
      if (code === undefined && !own) put("code", source, { jupyter: { source_hidden: true } });
      if (code === undefined) continue;
      put("markdown", gone || !href ? `### ${name}` : `### [${name}](${href}#${key})`);
      put("code", code);
    }
  }
  const metadata = { kernelspec: { name: "python3", display_name: "Python 3", language: "python" }, language_info: { name: "python" } };
  return { cells, metadata, nbformat: 4, nbformat_minor: 5 };
}

take.addEventListener("click", async () => {
  const file = new Blob([JSON.stringify(notebookOf(await mine()), null, 1)], { type: "application/x-ipynb+json" });
  const link = make("a", { href: URL.createObjectURL(file), download: "my-cells.ipynb" });
  link.click();
  URL.revokeObjectURL(link.href);
});
addEventListener("pageshow", ({ persisted }) => persisted && show());  // the reader comes back from a page
let due = 0;
addEventListener("storage", ({ key }) => {  // each letter written in another tab
  if (!holdsEdits(key)) return;
  clearTimeout(due);
  due = setTimeout(() => place.querySelector("[role=status]") || show(), 500);  // no offer to undo goes away
});
show();
