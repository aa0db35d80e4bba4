// A field over a long list hides the rows that do not have its words, with the headings and the text
// around them, and says how many have them. Folds with such rows open. What is hidden is printed all the same.
for (const form of document.querySelectorAll(".row-filter")) {
  const OUT = "filtered-out", top = form.parentElement;
  const field = form.querySelector("input"), said = form.querySelector("output"), unfold = form.querySelector("button");
  const { thing, things } = form.dataset;
  const plain = (text, form = "NFD") => text.toLowerCase().normalize(form).replace(/\p{M}/gu, "");
  const rows = [...top.querySelectorAll(form.dataset.rows)].map((row) => ({ row }));
  const boxes = new Set([top]);  // sections and folds with rows, and what is in them
  for (const { row } of rows)
    for (let box = row.parentElement; box !== top; box = box.parentElement) if (box.matches("section, details")) boxes.add(box);
  const folds = [...boxes].filter((box) => box.matches("details"));
  const opened = new Set();  // by this script, which closes them again

  const show = () => {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean), kept = new Set();
    let count = 0;
    for (const each of rows) {
      const { textContent, id } = each.row;
      if (wanted.length) each.text ??= `${plain(textContent)} ${plain(textContent, "NFKD")} ${plain(id)}`;  // ℓ is found by ℓ and by l
      const fits = wanted.every((word) => each.text.includes(word));
      count += fits;
      each.row.classList.toggle(OUT, !fits);
      for (let box = each.row; fits && box !== top; box = box.parentElement) kept.add(box);
    }
    for (const box of boxes) {
      let rubric;
      for (const child of box.children) {
        if (box === top ? !child.matches("section, details") : child.matches("summary, h2, h3:not(.rubric)")) continue;
        child.classList.toggle(OUT, wanted.length > 0 && !kept.has(child));
        if (child.matches(".rubric, :has(> .rubric)")) rubric = child;
        else if (kept.has(child)) rubric?.classList.remove(OUT);
      }
    }
    for (const fold of folds) {
      const on = wanted.length > 0 && kept.has(fold);
      if (on && !fold.open) opened.add(fold);
      if (on || opened.has(fold)) fold.open = on;
      if (!on) opened.delete(fold);
    }
    if (unfold) unfold.textContent = folds.every((fold) => fold.open) ? "Close all" : "Open all";
    if (!wanted.length) said.textContent = "";
    else said.textContent = count ? `${count} ${count === 1 ? thing : things}` : `No ${thing} contains these words.`;
  };

  let timer;
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 150); });
  form.addEventListener("submit", (event) => event.preventDefault());
  unfold?.addEventListener("click", () => {
    const open = unfold.textContent === "Open all";
    for (const fold of folds) fold.open = open;
    opened.clear();
    unfold.textContent = open ? "Close all" : "Open all";
  });
  addEventListener("hashchange", () => {  // a link leads to what is hidden
    const target = document.querySelector(":target");
    if (!target?.closest(`.${OUT}`)) return;
    field.value = "";
    show();
    target.scrollIntoView();
  });
  addEventListener("pageshow", show);  // after Back the browser has filled the field in again
  show();
}
