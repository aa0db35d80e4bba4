// "Proofs: open" folds all proofs of the page, "Code: folded" shows all its code, "Further: folded"
// opens what a first course leaves out, and back again; the browser remembers. Without this script every fold still opens by itself.
(() => {
  const switches = [
    { name: "proofs", folds: "details.the-proof", words: ["folded", "open"] },
    { name: "further", folds: "details.further-part", words: ["folded", "open"] },
    { name: "code", folds: "details.quiet, details.evidence.here", words: ["folded", "shown"] },
  ];
  const recall = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, word) => { try { localStorage.setItem(key, word); } catch { /* not remembered */ } };

  for (const { name, folds, words } of switches) {
    const control = document.getElementById(`${name}-control`);
    if (!control) continue;
    const set = (open) => {
      for (const fold of document.querySelectorAll(folds)) fold.open = open;
      control.querySelector("span").textContent = words[Number(open)];
      control.dataset.open = open;
    };
    const usual = control.dataset.open === "true";
    const remembered = words.indexOf(recall(`book-${name}`));
    if (remembered >= 0 && Boolean(remembered) !== usual) set(Boolean(remembered));
    control.addEventListener("click", () => {
      const open = control.dataset.open !== "true";
      set(open);
      keep(`book-${name}`, words[Number(open)]);
    });
  }

  // A link into folds opens those around its target, and no others.
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let fold = target && target.closest("details:not([open])");
    if (!fold) return;
    for (; fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
    target.scrollIntoView();
  };
  window.addEventListener("hashchange", reveal);
  reveal();
})();
