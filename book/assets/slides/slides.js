// Starts the slides: as wide as the screen between 4:3 and 16:9, what does not fit a little smaller.
(() => {
  const HEIGHT = 720, SMALL = 0.76, SMALLEST = 0.6, STEP = 0.04;
  const html = document.documentElement, all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const shape = () => ({
    width: Math.round(HEIGHT * Math.min(Math.max(innerWidth / innerHeight, 4 / 3), 16 / 9)),
    height: HEIGHT,
  });

  const over = (inside) => inside.scrollHeight > inside.clientHeight + 1
    || all(".in-hand > .hand > *", inside).some((e) => e.getBoundingClientRect().bottom > inside.getBoundingClientRect().bottom + 1)
    || [inside, ...all(".said, .katex-display, pre, li", inside)].some((e) => e.scrollWidth > e.clientWidth + 1);
  // How much larger a picture stands there than it was drawn.
  function magnified(picture) {
    const { width, height } = picture.getBoundingClientRect(), own = picture.viewBox?.baseVal;
    return Math.min(width / (own?.width || picture.naturalWidth), height / (own?.height || picture.naturalHeight)) || 0;
  }
  function fit(slide) {
    const inside = slide?.querySelector(".inside");
    if (!inside?.clientHeight) return;
    const picture = inside.querySelector(".in-hand .hand svg") ?? inside.querySelector(".explore-frame svg, .picture img");
    if (picture) {
      const [above, beside] = [false, true].map((put) => {
        inside.classList.toggle("beside", put);
        shrink(inside);
        return magnified(picture);
      });
      inside.classList.toggle("beside", beside > above);
    }
    shrink(inside);
  }
  function shrink(inside) {
    let size = 1;
    const set = () => inside.style.setProperty("--fit", size.toFixed(2));
    for (const [wraps, least] of [[false, SMALL], [true, SMALLEST]]) {  // rather two lines of a formula than tiny ones
      inside.classList.toggle("wraps", wraps);
      for (size = 1, set(); size > least && over(inside); set()) size -= STEP;
      if (!over(inside)) return;
    }
  }
  const fitNow = () => fit(Reveal.getCurrentSlide());

  Reveal.initialize({
    ...shape(), margin: 0, maxScale: 10, center: false, display: "flex", hash: true, slideNumber: "c/t",
    transition: "none", backgroundTransition: "none", controlsTutorial: false, scrollActivationWidth: null,
    pdfMaxPagesPerSlide: 1, pdfSeparateFragments: false, fragmentInURL: false, defaultTiming: 120, plugins: [RevealNotes],
  });
  Reveal.on("ready", fitNow);
  Reveal.on("slidechanged", fitNow);
  document.fonts.addEventListener("loadingdone", fitNow);  // formulas of a slide fetch their letters when it is shown
  Reveal.on("pdf-ready", async () => {
    await document.fonts.ready;
    all(".slides section").forEach(fit);
    html.dataset.printed = true;  // for tools/site/slides.py
  });
  addEventListener("resize", () => { if (!Reveal.isPrintView()) Reveal.configure(shape()); fitNow(); });

  for (const figure of all(".explore[data-touch]"))
    new MutationObserver(fitNow).observe(figure, { attributeFilter: ["class"] });  // in hand, or not

  // A finger on a picture turns the page, unless it holds what moves.
  const HOLDS = "input, select, button, .handle";
  addEventListener("pointerdown", ({ target }) => {
    target.closest?.(".explore")?.toggleAttribute("data-prevent-swipe", Boolean(target.closest(HOLDS)));
  }, true);
  // A slider has the arrow keys while it is in use: Escape gives them back, a clicker always turns the page.
  const TURNS = { PageDown: "next", PageUp: "prev" };
  addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.closest?.("button, a, summary")) return event.stopPropagation();  // it is pressed
    const control = event.target.closest?.(".explore :is(input, select, .handle)");
    if (control?.matches("input, select") && event.key === "Escape") control.blur();
    else if (control && TURNS[event.key]) Reveal[TURNS[event.key]]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);

  // Code runs where it stands, by the "Run here" of its page; what it prints may need room.
  for (const inside of all("section.code .inside")) {
    const page = inside.parentElement.querySelector(".place a").pathname.split("/").pop().replace(".html", "");
    const run = Object.assign(document.createElement("button"), { type: "button", className: "run", textContent: "Run here" });
    run.addEventListener("click", async () => {
      await runHere(page, document.querySelector(".slides"));
      const key = inside.querySelector("div.cell[id]").id, cell = window.runsHere?.cells.find((each) => each.key === key);
      if (cell) run.remove();
      if (cell) window.runsHere.upTo(cell);
    });
    inside.append(run);
    new MutationObserver(fitNow).observe(inside, { childList: true, subtree: true });
  }

  const light = document.getElementById("deck-light");
  const say = () => { light.textContent = html.dataset.theme === "dark" ? "Light" : "Dark"; };
  light.addEventListener("click", () => {
    html.dataset.theme = html.dataset.theme === "dark" ? "light" : "dark";
    say();
    try { localStorage.setItem("mode", html.dataset.theme); } catch { /* not remembered */ }
  });
  document.getElementById("deck-notes").addEventListener("click", () => Reveal.getPlugin("notes").open());
  say();
})();
