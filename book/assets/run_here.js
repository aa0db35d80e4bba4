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
    if (self.origin === "null") return "this page stands in a frame that gives it no address of its own, so a browser loads no program into it. Open the page by itself";
    const parts = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(live.href));
    for (const part of [new URL("page.js", live).href, ...parts]) {
      const answer = await fetch(part, { method: "HEAD", signal: AbortSignal.timeout(5000) }).catch(() => null);
      const name = part.split("/").pop(), type = answer?.headers.get("content-type");
      if (answer?.status === 404) return `this copy of the book lacks ${name}`;
      if (answer?.ok && /\.m?js$/.test(name) && !/javascript/.test(type)) return `the site sends ${name} as ${type || "nothing that it names"}, and a browser starts it as text/javascript only. This is for whoever runs the site to mend`;
    }
    return `there is no network, or this copy of the book lacks it, or the policy of the site forbids it (${message}). Reload the page and press again`;
  }

  window.runHere = async (...where) => {
    if (location.protocol === "file:") {
      explain("To run its cells, the page needs a web address, and it is read from a file: a browser starts no Python from there. "
        + "Serve the book with “make serve”, or read it where it is published. Reading, sliders and search work here too.");
      return;
    }
    performance.mark("run-here");
    let told;
    const late = setTimeout(() => {
      told = explain("The part of the site that runs cells has not come yet: the network is slow, or it is silent. It begins by itself when it comes; "
        + "if it does not, look whether you are online, reload the page and press again. The page shows every result, and its notebook can be downloaded above.");
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
  const press = document.querySelector(".btn-run-here");
  press?.removeAttribute("onclick");
  press?.addEventListener("click", () => window.runHere());

  // After a reload a line says how many cells are the reader's own (live/kept.js), which the press shows.
  const kept = () => {
    try {
      return Object.keys(JSON.parse(localStorage.getItem(`run-here:${location.pathname.split("/").pop().replace(".html", "")}`)) ?? {}).length;
    } catch {
      return 0;
    }
  };
  const number = press && kept();
  if (number) {
    const line = Object.assign(document.createElement("p"), { className: "here-own d-print-none" });
    const show = Object.assign(document.createElement("button"), { type: "button", textContent: "Run here", onclick: () => window.runHere() });
    line.append(`${number === 1 ? "One cell of this page is" : `${number} cells of this page are`} your own, kept in this browser: `, show, ` shows ${number === 1 ? "it" : "them"}.`);
    (document.querySelector(".page-facts") ?? document.querySelector(".bd-article h1"))?.after(line);
  }
})();
