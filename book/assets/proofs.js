// "Proofs: open" folds all proofs of the page, "Proofs: folded" opens them; the browser remembers.
(() => {
  const control = document.getElementById("proofs-control");
  if (!control) return;
  const proofs = [...document.querySelectorAll("details.the-proof")];
  const memory = "book-proofs";
  const remembered = () => { try { return localStorage.getItem(memory); } catch { return null; } };
  const say = (open) => {
    control.querySelector("span").textContent = open ? "open" : "folded";
    control.dataset.open = open;
  };
  const set = (open) => { for (const proof of proofs) proof.open = open; say(open); };

  if (remembered() === "folded") set(false);
  control.addEventListener("click", () => {
    const open = control.dataset.open !== "true";
    set(open);
    try { localStorage.setItem(memory, open ? "open" : "folded"); } catch { /* not remembered */ }
  });

  // A link into a folded proof opens it, and the one proof only.
  const reveal = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const proof = target && target.closest("details:not([open])");
    if (proof) { proof.open = true; target.scrollIntoView(); }
  };
  window.addEventListener("hashchange", reveal);
  reveal();
})();
