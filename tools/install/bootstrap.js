// The parts of Bootstrap that the pages use, and what the theme adds to them in its own bundle.
import Dropdown from "bootstrap/js/dist/dropdown.js";
import Tooltip from "bootstrap/js/dist/tooltip.js";

window.bootstrap = { Dropdown, Tooltip };  // the theme's script looks for them there
for (const marked of document.querySelectorAll('[data-bs-toggle="tooltip"]')) {
  new Tooltip(marked, { delay: { show: 500, hide: 100 } });
}
const up = document.getElementById("pst-back-to-top"), head = document.querySelector(".bd-header");
if (up && head) {
  const below = head.getBoundingClientRect().bottom;
  let before = scrollY;
  up.addEventListener("click", () => scrollTo(0, 0));
  addEventListener("scroll", () => {
    up.style.display = before > scrollY && scrollY > below ? "block" : "none";
    before = scrollY;
  });
}
