// A formula wider than its column scrolls sideways; make such a one reachable by keyboard.
(function () {
  const mark = () => {
    for (const formula of document.querySelectorAll("div.math > .katex-display")) {
      if (formula.scrollWidth > formula.clientWidth + 1) {
        formula.tabIndex = 0;
        formula.setAttribute("role", "group");
        formula.setAttribute("aria-label", "Formula, scrolls sideways");
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) formula.removeAttribute(name);
      }
    }
  };
  window.addEventListener("load", mark);
  window.addEventListener("resize", mark);
})();
