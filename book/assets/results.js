// Filters the page of results.  Without this script the page lists everything.
(() => {
  const form = document.querySelector(".results-filter");
  if (!form) return;
  const {words, kind, chapter, standing, basis, unfold} = form.elements;
  const plural = (n, name) => `${n} ${name}${n === 1 ? "" : "s"}`;
  const text = (node) => (node ? node.textContent.toLowerCase() : "");
  const chapters = [...document.querySelectorAll(".results-chapter")];
  const results = [...document.querySelectorAll(".result")].map((box) => ({
    box,
    kind: box.dataset.kind,
    chapter: box.closest(".results-chapter").dataset.chapter,
    standing: box.dataset.standing.split(" "),
    head: text(box.querySelector("summary") || box) + " " +
      (box.querySelector("[id]") || box).id + " " + [...box.querySelectorAll(".result-evidence > p")].map(text).join(" "),
    bodies: [...box.querySelectorAll("tbody")].map((body) => [...body.querySelectorAll("tr[data-basis]")].map(
      (row) => ({row, basis: row.dataset.basis, words: text(row)}))),
  }));

  const apply = () => {
    const wanted = words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const has = (where) => wanted.every((word) => where.includes(word));
    let shown = 0, rows = 0;
    for (const each of results) {
      const here = (!kind.value || kind.value === each.kind) &&
        (!chapter.value || chapter.value === each.chapter) &&
        (!standing.value || each.standing.includes(standing.value));
      const inHead = has(each.head);
      let own = 0;
      for (const body of each.bodies) {
        let left = 0;
        for (const {row, basis: its, words: said} of body) {
          const fits = here && (!basis.value || its === basis.value) && (inHead || has(each.head + said));
          row.hidden = !fits;
          left += fits;
        }
        if (body.length) body[0].row.parentElement.hidden = !left;
        own += left;
      }
      const fits = here && (own > 0 || (inHead && !basis.value));
      each.box.hidden = !fits;
      shown += fits;
      rows += fits ? own : 0;
      if (each.box.open !== undefined) {  // what the words were found in is opened, and closed again
        const inside = fits && wanted.length > 0 && !inHead;
        if (inside !== Boolean(each.opened)) each.box.open = each.opened = inside;
      }
    }
    unfold.textContent = results.some(({box}) => box.open === false && !box.hidden) ? "Open all" : "Close all";
    for (const section of chapters) section.hidden = !section.querySelector(".result:not([hidden])");
    form.querySelector("output").textContent = shown
      ? `${plural(shown, "statement")} of ${results.length}, with ${plural(rows, "computation")}`
      : "No statement fits. Clear the filter to see all of them.";
  };

  const named = () => { try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; } };
  const reveal = () => {  // a link leads to evidence that is folded
    const target = named();
    const box = target && target.closest("details.result");
    if (!box) return;
    if (box.hidden) form.reset();
    box.open = true;
    target.scrollIntoView();
  };

  let timer;
  form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(apply, 150); });
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  unfold.addEventListener("click", () => {
    const open = unfold.textContent === "Open all";
    for (const {box} of results) if (box.open !== undefined && !box.hidden) box.open = open;
    unfold.textContent = open ? "Close all" : "Open all";
  });
  form.hidden = false;
  apply();
  addEventListener("pageshow", apply);  // after Back the browser has filled the form in again
  reveal();
  window.addEventListener("hashchange", reveal);
})();
