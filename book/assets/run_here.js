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
      explain(`The part of the site that runs cells could not be loaded: there is no network, or this copy of the book lacks it (${error.message}). `
        + "Reload the page and press again. The page shows every result, and its notebook can be downloaded above.");
    }
  };
})();
