// What is wider than its column scrolls sideways: let it be seen, and be reached by keyboard.
(function () {
  const kinds = {"div.math > .katex-display": "Formula", ".cell_input pre": "Code", ".pst-scrollable-table-container": "Table"};
  const mark = () => {
    const all = Object.entries(kinds).flatMap(
      ([selector, name]) => [...document.querySelectorAll(selector)].map((box) => ({box, name})));
    for (const each of all) each.wide = each.box.scrollWidth > each.box.clientWidth + 1;
    // a formula in a line that is longer than the screen scrolls, too
    const screen = document.documentElement.clientWidth, inline = [...document.querySelectorAll("span.math, .kept")];
    const out = inline.filter((formula) => formula.getBoundingClientRect().right > screen);
    for (const formula of out) formula.classList.add("runs-out");
    for (const {box, name, wide} of all) {  // all are measured before any is changed: one layout
      box.classList.toggle("scrolls", wide);
      if (wide) {
        box.tabIndex = 0;
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", `${name}, scrolls sideways`);
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
      }
    }
  };
  window.addEventListener("load", mark);
  window.addEventListener("resize", mark);
  document.addEventListener("toggle", mark, true);  // what was folded had no width
})();
// A host may forbid what stands inside a page (Content-Security-Policy): the page says what that does.
window.addEventListener("load", () => {
  const page = document.documentElement, probe = document.createElement("div");
  probe.innerHTML = '<i style="order: 7"></i>';
  document.body.append(probe);
  const styles = getComputedStyle(probe.firstChild).order === "7", scripts = Boolean(page.dataset.mode);
  probe.remove();
  if (!scripts) page.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (styles && scripts) return;
  const what = [!scripts && "scripts (figures do not move)", !styles && "styles (formulas are misplaced)"].filter(Boolean).join(" and ");
  const words = `The Content-Security-Policy of this site forbids ${what} inside its pages. Only whoever runs the site can change this: the README of the book says what a host must send.`;
  document.querySelector(".bd-article")?.prepend(Object.assign(document.createElement("p"), { className: "of-the-host d-print-none", textContent: words }));
});
// Words of a search are marked on the pages it found, not on one that is opened by itself later.
if (location.protocol !== "file:" && !document.referrer.includes("/search.html")) {
  try { localStorage.removeItem("sphinx_highlight_terms"); } catch { /* nothing is kept */ }
}
// The contents stay where they were from page to page; where this page stands is seen all the same.
window.addEventListener("load", () => {
  const side = document.querySelector(".bd-sidebar-primary"), here = side?.querySelector(".bd-docs-nav a.current");
  if (!here) return;
  const place = (element) => element.getBoundingClientRect();
  const over = place(side.querySelector(".sidebar-primary-item")).bottom;  // the wordmark and the search
  const above = place(here.closest(".toctree-l1")).top - over, below = place(here).bottom - place(side).bottom;
  if (above < 0 || below > 0) side.scrollTop += Math.max(above - 16, below + 16);
});
