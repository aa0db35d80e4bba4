// The search box (Ctrl+K): rows while one types; Enter opens the first, Shift+Enter goes to the page
// of the search, which shows all and the text.  What is known comes when the box opens.
(() => {
  const MOST = 12;
  const SAID = 90;  // letters
  const dialog = document.getElementById("pst-search-dialog");
  const field = dialog?.querySelector("input[type=search]");
  if (!field) return;
  const { known, find, asking, row } = window.bookSearch;

  const list = Object.assign(document.createElement("ul"), { className: "found", hidden: true });
  const count = Object.assign(document.createElement("p"), { className: "found-count" });
  count.setAttribute("role", "status");
  field.form.after(list, count);

  const show = async () => {
    const asked = field.value;
    let found = [];
    try { found = asked.trim() ? find(await known(), asked).found.slice(0, MOST) : []; }
    catch { count.textContent = "The list of results could not be loaded."; return; }
    if (asked !== field.value) return;
    list.replaceChildren(...found.map((thing) => row(thing, asking(asked), SAID)));
    list.hidden = !found.length;
    count.textContent = !asked.trim() ? "" : found.length ? "Enter opens the first; Shift+Enter searches the whole text." : "Nothing has this name; Enter searches the whole text.";
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", () => known().catch(() => {}), { once: true });
  field.form.addEventListener("submit", (event) => {
    const first = list.querySelector("a");
    if (!first || event.submitter || list.hidden) return;
    event.preventDefault();
    first.click();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.shiftKey && event.target === field) {
      event.preventDefault();
      list.hidden = true;
      field.form.requestSubmit();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    if (stops[at]) { event.preventDefault(); stops[at].focus(); }
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); });
})();
