// The button "Run here": the cells of the page run in their places (live/page.js). Nothing of that
// is loaded before the press; a page read from a file loads no module, so it says why here.
(() => {
  const live = new URL("live/", document.currentScript.src);

  function explain(text) {
    const dialog = document.createElement("dialog");
    dialog.className = "run-here";
    dialog.innerHTML = '<h2 tabindex="-1">Run here</h2><p></p><form method="dialog" class="choices"><button class="btn btn-sm">Close</button></form>';
    dialog.setAttribute("aria-label", "Run here");
    dialog.querySelector("p").textContent = text;
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    dialog.firstChild.focus();
    return dialog;
  }

  // Why a part did not come, as far as a page can know.
  async function why({ message }) {
    if (self.origin === "null") return "this page is in a frame without an address of its own, where a browser does not load programs. Open the page in a tab of its own";
    const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(live.href));
    for (const part of [new URL("page.js", live).href, ...parts]) {
      const answer = await fetch(part, { method: "HEAD", signal: AbortSignal.timeout(5000) }).catch(() => null);
      const name = part.split("/").pop(), type = answer?.headers.get("content-type");
      if (answer?.status === 404) return `this copy of the book lacks ${name}`;
      if (answer?.ok && /\.m?js$/.test(name) && !/javascript/.test(type)) return `the site sends ${name} as ${type || "a file without a type"}, but a browser runs it only as text/javascript. Only whoever runs the site can change this`;
    }
    return `there is no network, or this copy of the book lacks it, or the policy of the site forbids it (${message}). Reload the page and press again`;
  }

  window.runHere = async (...where) => {
    if (location.protocol === "file:") {
      explain("To run its cells, the page needs a web address, but it was opened from a file, and there a browser cannot start Python. "
        + "Serve the book with “make serve”, or read it where it is published. Reading, sliders and search work here too.");
      return;
    }
    performance.mark("run-here");
    let told;
    const late = setTimeout(() => {
      told = explain("The part of the site that runs cells has not loaded yet: the network is slow or does not answer. It starts by itself when it arrives; "
        + "if it does not, check that you are online, reload the page and press again. The page shows every result, and its notebook can be downloaded above.");
    }, 2500);
    try {
      const { open } = await import(new URL("page.js", live)).finally(() => { clearTimeout(late); told?.close(); });
      await open(...where);
    } catch (error) {
      explain(`The part of the site that runs cells could not be loaded: ${await why(error)}. `
        + "The page shows every result, and its notebook can be downloaded above.");
    }
  };

  // The button of the theme calls its action in a way that a strict policy of the host forbids.
  const presses = document.querySelectorAll(".btn-run-here");
  for (const press of presses) {
    press.removeAttribute("onclick");
    press.addEventListener("click", () => window.runHere());
  }

  // After a reload a line says how many cells are the reader's own (live/kept.js), which the press shows.
  const kept = () => {
    try {
      return Object.keys(JSON.parse(localStorage.getItem(`run-here:${location.pathname.split("/").pop().replace(".html", "")}`)) ?? {}).length;
    } catch {
      return 0;
    }
  };
  const number = presses.length && kept();
  if (number) {
    const line = Object.assign(document.createElement("p"), { className: "here-own d-print-none" });
    const show = Object.assign(document.createElement("button"), { type: "button", textContent: "Run here", onclick: () => window.runHere() });
    line.append(`You have edited ${number === 1 ? "one cell" : `${number} cells`} of this page. `, show, ` restores your ${number === 1 ? "version" : "versions"} from this browser.`);
    (document.querySelector(".page-facts") ?? document.querySelector(".bd-article h1"))?.after(line);
  }
})();
