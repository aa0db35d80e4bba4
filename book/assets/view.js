// The menus above a page: "View" folds and opens all proofs, all optional parts, all code of the page and sets its
// colours; the browser remembers. Without this script every fold still opens by itself.
(() => {
  const page = document.documentElement, all = (selector) => [...document.querySelectorAll(selector)];
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, word) => { try { localStorage.setItem(key, word); } catch { /* not remembered */ } };

  // "Code" also shows what else leaves no line on the page (evidence.css: html[data-code]).
  const folds = { proofs: "details.the-proof", further: "details.further-part", code: "details.quiet, details.evidence.away" };
  const turn = (name, on) => {
    if (name === "code") page.toggleAttribute("data-code", on);
    for (const fold of all(folds[name])) fold.open = on;
    for (const button of all(`[data-switch="${name}"]`)) button.setAttribute("aria-pressed", on);
  };
  for (const button of all("[data-switch]")) {
    const name = button.dataset.switch, kept = recall(`book-view-${name}`);
    if (kept && kept !== button.getAttribute("aria-pressed")) turn(name, kept === "true");
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      turn(name, on);
      keep(`book-view-${name}`, on);
    });
  }
  // Whoever runs the page sees where each of its cells is.
  for (const button of all(".tool.run")) button.addEventListener("click", () => page.toggleAttribute("data-code", true));

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const colours = (mode) => {
    Object.assign(page.dataset, { mode, theme: mode === "auto" ? (dark.matches ? "dark" : "light") : mode });
    for (const button of all("[data-colours]")) button.setAttribute("aria-pressed", button.dataset.colours === mode);
  };
  colours(page.dataset.mode || "auto");
  dark.addEventListener("change", () => { if (page.dataset.mode === "auto") colours("auto"); });
  for (const button of all("[data-colours]")) button.addEventListener("click", () => {
    keep("mode", button.dataset.colours);
    colours(button.dataset.colours);
  });
  const full = document.querySelector("[data-full]");
  if (full) full.hidden = !document.fullscreenEnabled;
  full?.addEventListener("click", () => document.fullscreenElement ? document.exitFullscreen() : page.requestFullscreen());
  document.addEventListener("fullscreenchange", () => full?.setAttribute("aria-pressed", Boolean(document.fullscreenElement)));

  // A menu closes by Escape, by a press elsewhere, and when the other one opens.
  const shut = (but) => { for (const menu of all("details.menu[open]")) if (menu !== but) menu.open = false; };
  for (const kind of ["click", "focusin"]) document.addEventListener(kind, (event) => shut(event.target.closest?.("details.menu")));
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  for (const item of all(".download-menu menu :is(a, button)")) item.addEventListener("click", () => shut());

  // A drawer closes at a press on a section, and gives the focus back to its button, from which the theme takes it.
  addEventListener("load", () => {
    for (const toggle of all(".primary-toggle, .secondary-toggle")) toggle.addEventListener("click", () => toggle.focus(), true);
    for (const drawer of all("dialog[id$=sidebar-modal]")) drawer.addEventListener("click", ({ target }) => target.closest("a[href^='#']") && drawer.close());
  });

  const named = () => { try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; } };
  // A link into folds opens those around its target, and no others.
  const reveal = () => {
    const target = named();
    if (!target || !target.closest("details:not([open])")) return;
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // The contents say where one is: the last heading above 30 % of the window, by any way of scrolling.
  const heads = all(".bd-article section[id] > :is(h2, h3)");
  const links = all("#pst-page-toc-nav a, .here-sections a");
  const mark = () => {
    const here = heads.filter((head) => head.getBoundingClientRect().top < innerHeight * .3).pop()?.parentElement.id;
    for (const link of links) {
      const now = link.getAttribute("href") === `#${here}`;
      link.classList.toggle("active", now);
      if (now) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  let due = 0;
  addEventListener("scroll", () => { due ||= setTimeout(() => { due = 0; mark(); }, 120); }, { passive: true });
  addEventListener("load", mark);
})();
