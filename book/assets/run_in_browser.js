// What opens a notebook: "Open as a notebook" in the head of a page, and the homework (data-notebook).
// The first time it says what to expect; when the reader has a copy of the notebook with changes in
// this browser, it asks which one to open; else it opens at once.
(function () {
  const STORAGE = "Learning Theory You Can Run";  // where JupyterLite keeps edits: see tools/browser/lite.py
  const SEEN = "run-in-browser-note";
  const buttons = [...document.querySelectorAll("[data-notebook]")];
  if (!buttons.length) return;
  const lite = new URL(`${document.documentElement.dataset.content_root || "./"}lite/`, location.href);
  const WORDS = {  // what is said of the notebook of a page, and of the homework
    page: {
      title: "Run this page as a notebook", first: "Choose Run, Run All Cells.",
      anyway: "This page shows every result anyway.", read: "Reading, sliders and search work here too.",
      gone: "The page itself shows every result, and the notebook can be downloaded above.",
    },
    homework: {
      title: "Run the homework in the browser", first: "Run its first cells, and write your answers into the others.",
      anyway: "The notebook can also be downloaded.", read: "The notebook can be downloaded all the same.",
      gone: "The notebook can be downloaded all the same.",
    },
  };
  let name = "", what = "page";  // the notebook that was asked for, and of what it is
  for (const button of buttons) button.addEventListener("click", (event) => {
    if (button.download && location.protocol === "file:") return;  // a download needs no address
    event.preventDefault();
    name = button.dataset.notebook;
    what = name.startsWith("homework-") ? "homework" : "page";
    run();
  });
  const address = (file) => `${lite}notebooks/index.html?path=${encodeURIComponent(file)}`;
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  // What JupyterLite has saved under these file names, changed by `work` if that is given.
  async function saved(work) {
    const known = await indexedDB.databases();
    if (!known.some((database) => database.name === STORAGE)) return undefined;
    const database = await answer(indexedDB.open(STORAGE));
    try {
      const files = database.transaction("files", work ? "readwrite" : "readonly").objectStore("files");
      const copy = await answer(files.get(name));
      if (copy && work) await work(files, copy);
      return copy;
    } finally {
      database.close();
    }
  }

  // Give the reader's copy another name, so that the book's own is found again and nothing is lost.
  const setAside = () => saved(async (files, copy) => {
    const day = new Date().toISOString().slice(0, 16).replace("T", " ").replace(":", ".");
    const file = name.replace(".ipynb", ` (kept ${day}).ipynb`);
    await answer(files.put({ ...copy, name: file, path: file }, file));
    await answer(files.delete(name));
  });

  const dialog = document.createElement("dialog");
  dialog.className = "run-in-browser";
  dialog.setAttribute("aria-labelledby", "run-in-browser-title");
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") dialog.close(); });
  document.body.append(dialog);

  // What the site says of its notebooks; nothing if it has none, or is silent for some seconds.
  async function about() {
    const ask = (file, method) => fetch(`${lite}${file}`, { method, cache: "no-cache", signal: AbortSignal.timeout(3000) });
    try {
      const found = await Promise.all([ask("about.json", "GET"), ask("notebooks/index.html", "HEAD")]);
      return found.every((answer) => answer.ok) ? await found[0].json() : null;
    } catch {
      return null;
    }
  }

  const sayNone = () => show([self.origin === "null" ? "This page is in a frame without an address of its own, where a browser does not run notebooks. Open the page in a tab of its own." : "The notebooks cannot be found: there is no network, the site does not answer, or this copy of the book was built without them. "
    + `Check that you are online and press again. ${WORDS[what].gone}`], []);

  function show(paragraphs, choices) {
    dialog.innerHTML = '<h2 id="run-in-browser-title" tabindex="-1"></h2>';
    dialog.firstChild.textContent = WORDS[what].title;
    for (const text of paragraphs) dialog.append(Object.assign(document.createElement("p"), { textContent: text }));
    const row = Object.assign(document.createElement("p"), { className: "choices" });
    for (const [text, action] of [...choices, ["Cancel", () => {}]]) {
      const choice = Object.assign(document.createElement("button"), { textContent: text, className: "btn btn-sm" });
      choice.addEventListener("click", () => { dialog.close(); action(); });
      row.append(choice);
    }
    dialog.append(row);
    if (!dialog.open) dialog.showModal();
    dialog.firstChild.focus();  // the reading begins at the top
  }

  // An empty tab would say nothing, so it opens only on what is there.
  async function open(before) {
    const tab = window.open("about:blank", "_blank");  // now: later, browsers refuse
    if (tab) tab.document.body.textContent = "The notebook is loading …";
    if (!await about()) {
      tab?.close();
      sayNone();
      return;
    }
    try { localStorage.setItem(SEEN, "yes"); } catch { /* it asks again */ }
    await Promise.resolve(before?.()).catch(() => {});
    (tab || window).location.assign(address(name));
  }

  async function run() {
    if (location.protocol === "file:") {
      show(["The notebook needs a web address, but this page was opened from a file. Serve the book with "
        + `“make serve”, or read it where it is published. ${WORDS[what].read}`], []);
      return;
    }
    const copy = await saved().catch(() => undefined);
    if (!copy && localStorage.getItem(SEEN)) {
      open();
      return;
    }
    const site = await about();
    if (!site) {
      sayNone();
      return;
    }
    if (copy) {
      const updated = copy.content && copy.content.metadata
        && copy.content.metadata.book_version !== site.versions[name];
      show([
        `This browser has a copy of the notebook with your changes, last saved on ${new Date(copy.last_modified).toLocaleString()}.`,
        updated ? "The book has been updated since." : "",
        "A fresh copy is the notebook as it is in the book now; your copy is kept beside it under another name.",
      ].filter(Boolean), [["Continue with my copy", () => open()], ["Fresh copy", () => open(setAside)]]);
      return;
    }
    show([
      `The notebook of this ${what} opens in a new tab, and Python runs there: nothing is installed, and nothing is sent anywhere. `
      + `The first time, the browser loads about ${site.megabytes} MB, which takes from half a minute to a few minutes; `
      + "later it starts in about twenty seconds.",
      site.offline ? "All of it comes from this site."
        : "Python comes from this site, numpy and the other packages from cdn.jsdelivr.net: this needs a network.",
      `${WORDS[what].first} Your changes stay in this browser; with this button you can also get a fresh notebook.`,
      `If Python cannot be loaded, a line at the top of that tab says why. ${WORDS[what].anyway}`,
    ], [["Open the notebook", () => open()]]);
  }
})();
