// Paper is white: a page that is printed from the dark is printed by day.
(() => {
  const page = document.documentElement;
  let theme;
  addEventListener("beforeprint", () => { theme = page.dataset.theme; page.dataset.theme = "light"; });
  addEventListener("afterprint", () => { page.dataset.theme = theme; });
})();
