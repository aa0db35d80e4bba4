// What of the first course a reader has read, kept in the browser: ticks on the page of the course,
// at the end of each of its pages, and in the contents.
(() => {
  const KEY = "book-read";
  const recall = () => { try { return new Set(JSON.parse(localStorage.getItem(KEY)) ?? []); } catch { return new Set(); } };
  const keep = (read) => { try { localStorage.setItem(KEY, JSON.stringify([...read])); } catch { /* not remembered */ } };
  const all = (selector) => [...document.querySelectorAll(selector)];

  for (const row of all(".course-weeks li[data-page]")) {
    const tick = Object.assign(document.createElement("input"), { type: "checkbox", ariaLabel: `I have read ${row.querySelector("a").textContent}` });
    tick.dataset.page = row.dataset.page;
    row.prepend(tick);
  }
  const ticks = all("input[data-page]");

  const show = () => {
    const read = recall();
    for (const tick of ticks) tick.checked = read.has(tick.dataset.page);
    for (const link of all(".bd-docs-nav a[data-page]")) link.classList.toggle("read", read.has(link.dataset.page));
    const progress = document.querySelector(".course-progress");
    if (progress) {
      const done = all(".bd-docs-nav a[data-page].read").length, bar = progress.querySelector("progress");
      bar.value = done;
      progress.querySelector("span").textContent = `${done} of ${bar.max} pages`;
      progress.hidden = !done;
    }
    const sign = document.querySelector(".course-on");
    if (!sign) return;
    const rows = all(".course-weeks li[data-page]");
    const done = rows.filter((row) => read.has(row.dataset.page)).length;
    const next = rows.find((row) => !read.has(row.dataset.page))?.querySelector("a");
    sign.querySelector(".go-on").hidden = !next;
    if (next) {
      sign.querySelector(".go-on").href = next.href;
      sign.querySelector("span").textContent = done ? "Continue with" : "Begin with";
      sign.querySelector("b").textContent = next.textContent;
    }
    sign.querySelector(".course-sum").textContent = next ? `${done} of ${rows.length} pages read` : "You have read the whole course.";
  };
  for (const tick of ticks) tick.addEventListener("change", () => {
    const read = recall();
    read[tick.checked ? "add" : "delete"](tick.dataset.page);
    keep(read);
    show();
  });
  addEventListener("pageshow", show);
  addEventListener("storage", show);
  show();
})();
