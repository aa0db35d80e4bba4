// In the pages of JupyterLite, which only show [*]: what has not come is said at their top until it
// has. tools/browser/lite.py writes this into the page itself, so that it is there whatever else is not.
(() => {
  const APPLICATION = 2.5, PYTHON = 30;  // seconds until the reader is told
  const WHAT_TO_DO = "If nothing moves, check that you are online and reload this tab; the page of the book shows every result anyway.";
  const box = document.createElement("div");
  box.setAttribute("role", "alert");
  box.style.cssText = "position:fixed;inset:0 0 auto;z-index:10000;padding:.75rem 1rem;background:#8a1f0f;color:#fff;font:16px/1.4 sans-serif";
  let known = "";  // what notebook_notice.js has found missing

  function show(text) {
    if (!text) box.remove();
    else if (box.textContent !== text) box.textContent = text;
    if (text && !box.isConnected) (document.body || document.documentElement).append(box);
  }

  function look() {
    const seconds = performance.now() / 1000;
    const shown = window.jupyterapp?.shell?.currentWidget;
    const kernel = shown?.sessionContext?.session?.kernel;
    if (shown && (!shown.sessionContext || ["idle", "busy"].includes(kernel?.status))) return show("") || clearInterval(clock);
    if (known) show(known);
    else if (!shown && seconds > APPLICATION) show(`The notebook is still on its way: the network is slow, or the site does not provide all of it. ${WHAT_TO_DO}`);
    else if (shown && seconds > PYTHON) show(`Python is still on its way, and until it arrives, cells show [*]: the network is slow, or the site does not provide all of it. ${WHAT_TO_DO}`);
    else show("");
  }

  const clock = setInterval(look, 250);
  window.tellReader = (text) => { known = text; look(); };
})();
