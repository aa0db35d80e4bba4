// A formula wider than its column scrolls sideways; make such a one reachable by keyboard.
(function () {
  const mark = () => {
    const formulas = [...document.querySelectorAll("div.math > .katex-display")];
    const wide = formulas.map((formula) => formula.scrollWidth > formula.clientWidth + 1);
    formulas.forEach((formula, i) => {  // all are measured before any is changed: one layout
      if (wide[i]) {
        formula.tabIndex = 0;
        formula.setAttribute("role", "group");
        formula.setAttribute("aria-label", "Formula, scrolls sideways");
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) formula.removeAttribute(name);
      }
    });
  };
  window.addEventListener("load", mark);
  window.addEventListener("resize", mark);
})();
