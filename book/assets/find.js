// The search box (Ctrl+K) finds statements by name, number or label, sections, exercises, pages,
// terms, and functions last; with a slip of the pen too.  What it knows comes when it opens.
(() => {
  const dialog = document.getElementById("pst-search-dialog");
  const field = dialog?.querySelector("input[type=search]");
  if (!field) return;
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
  const MOST = 12;
  const WORTH = {  // of two equally good hits, what a reader will have meant
    page: 2, theorem: 2.2, definition: 2.1, algorithm: 1.9, lemma: 1.6, proposition: 1.6, corollary: 1.5,
    example: 1.2, remark: 1.4, section: 1.4, term: 1.3, exercise: 1, more: 1.1, code: .35,
  };
  const SHORT = { thm: "theorem", lem: "lemma", def: "definition", prop: "proposition", cor: "corollary", alg: "algorithm", ex: "exercise", exc: "exercise" };
  const KINDS = /\b(?:theorem|lemma|proposition|corollary|definition|algorithm|inequality|example|exercise)s?\b/gi;
  const NOT_ASKED = new Set(["the", "of", "a", "an", "is", "in", "for", "and", "to", "what", "on"]);

  const words = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "")
    .replace(/[’']s?\b/g, "").split(/[^\p{L}\p{N}.]+/u).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);
  const british = (word) => word.replace(/([iy])z(?=[aei])/g, "$1s").replace(/or(?=s?$|al|ed)/, "our");
  const stem = (word) => (word.length > 4 ? british(word).replace(/(?:ies|es|s|ing|ed)$/, "") : word);
  const kept = (word) => (NOT_ASKED.has(word) ? null : word);

  let ready;
  const load = () => ready ??= new Promise((resolve, fail) => {
    let things;
    window.bookFind = (rows) => { things = rows; };
    const add = (file, onload) => document.head.append(Object.assign(document.createElement("script"), { src: `${root}_static/${file}`, onload, onerror: fail }));
    add("third-party/minisearch/index.js", () => add("find-data.js", () => resolve(index(things))));
  });

  const index = (rows) => {
    const things = rows.map(([kind, name, title, page, anchor, about, label, mark], id) => ({ id, kind, name, title, page, anchor, about, label: label.replaceAll("-", " "), key: label, mark }));
    const search = new MiniSearch({
      fields: ["title", "name", "label", "about"],
      tokenize: words,
      processTerm: (word) => kept(word) && [...new Set([stem(word), word])],  // the word itself, for slips
    });
    search.addAll(things);
    return { things, search };
  };

  // Things that are called exactly so come first: Theorem 6.8, thm-novikoff, 6.8.
  const called = ({ things }, asked) => {
    const said = asked.trim().toLowerCase().replace(/\s+/g, " ").replace(/^(\p{L}+)\.? (?=\d)/u, (all, kind) => `${SHORT[kind] ?? kind} `);
    const found = things.filter(({ name, key, title }) => [name.toLowerCase(), key, title.toLowerCase()].includes(said)
      || (/^\d+\.\d+$/.test(said) && name.endsWith(` ${said}`)));
    return found.filter(({ kind }) => kind !== "code" || said.includes("_"));
  };

  const hits = (known, asked) => {
    const bare = asked.replace(KINDS, " ").trim() || asked;
    const look = (combineWith, fuzzy, query) => known.search.search(query ?? asked, {
      combineWith, fuzzy, processTerm: (word) => kept(word) && (fuzzy ? word : stem(word)), prefix: (term) => term.length > 1,
      boost: { title: 5, name: 3, label: 2, about: .6 },
      boostDocument: (id) => {
        const { kind, title, mark } = known.things[id];
        const whole = words(title).map(stem).join(" ") === words(asked).map(stem).join(" ") ? 3 : 1;
        return WORTH[kind] * whole * (mark === "core" ? 1.25 : 1) / Math.sqrt(2 + words(title).length);
      },
    });
    const slip = (term) => (term.length > 4 ? .25 : false);
    const rows = [look("AND", false), look("AND", false, bare), look("AND", slip), look("AND", slip, bare), look("OR", slip, bare)].find((found) => found.length) ?? [];
    const found = rows.map(({ id }) => known.things[id]);
    const module = ({ anchor }) => anchor.startsWith("module-");
    return [...new Set([...called(known, asked).sort((a, b) => WORTH[b.kind] - WORTH[a.kind]), ...found.filter((each) => !module(each)), ...found.filter(module)])].slice(0, MOST);
  };

  const list = Object.assign(document.createElement("ul"), { className: "found", hidden: true });
  const count = Object.assign(document.createElement("p"), { className: "found-count" });
  count.setAttribute("role", "status");
  field.form.after(list, count);

  const row = ({ kind, name, title, page, anchor, about, mark }) => {
    const link = Object.assign(document.createElement("a"), { href: `${root}${page}.html${anchor && `#${anchor}`}`, className: "reference internal" });
    const what = kind === "page" || kind === "more" ? "page" : kind;
    const part = (className, text) => Object.assign(document.createElement("span"), { className, textContent: text });
    link.append(part(`found-title ${mark}`, [name, title].filter(Boolean).join(" · ")), part("found-where", [name ? "" : what, about].filter(Boolean).join(" · ")));
    const item = document.createElement("li");
    item.append(link);
    window.bookWatch?.(link);
    return item;
  };

  const show = async () => {
    const asked = field.value;
    let found = [];
    try { found = asked.trim() ? hits(await load(), asked) : []; }
    catch { count.textContent = "The list of results could not be loaded; Enter searches the pages."; return; }
    if (asked !== field.value) return;
    list.replaceChildren(...found.map(row));
    list.hidden = !found.length;
    count.textContent = !asked.trim() ? "" : found.length ? "Enter opens the first; Shift+Enter searches all words of the book." : "Nothing is called so; Enter searches all words of the book.";
  };

  field.addEventListener("input", show);
  field.addEventListener("focus", () => load().catch(() => {}), { once: true });
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
