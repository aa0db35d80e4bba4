// The frames of a figure (bookext/html/frames.py) come when it comes near or is moved, from a script,
// because a page that was opened from a file can load only scripts. It hands them to bookFrames and
// shows them from then on. Without this script the opening frame is all.
(() => {
  const here = new URL("figures/", document.currentScript.src);
  const asked = new Map();  // by name, what is to come
  const all = (within) => [...within.querySelectorAll(".explore[data-frames]")];

  window.bookFrames = (name, data) => {
    for (const figure of all(document).filter((each) => each.dataset.frames === name)) {
      figure.append(Object.assign(document.createElement("script"), { type: "application/json", text: JSON.stringify(data) }));
      figure.removeAttribute("data-ready");
    }
  };

  const bring = (figure) => {
    const name = figure.dataset.frames;
    if (!asked.has(name)) {
      asked.set(name, new Promise((done, fail) => {
        document.head.append(Object.assign(document.createElement("script"), { src: new URL(`${name}.js`, here), onload: done, onerror: fail }));
      }));
      asked.get(name).catch(() => asked.delete(name));  // it is asked for again
    }
    return asked.get(name);
  };
  // What is printed, or tried, needs all that is moved without being near.
  window.bringFrames = (within = document) => Promise.all(all(within).map(bring));

  const near = new IntersectionObserver((seen) => {
    for (const { target } of seen.filter(({ isIntersecting }) => isIntersecting)) {
      near.unobserve(target);
      bring(target).catch(() => { /* it is said when the figure is moved */ });
    }
  }, { rootMargin: "600px" });
  all(document).forEach((figure) => near.observe(figure));

  // What is moved before its frames are there shows them when they come.
  document.addEventListener("input", ({ target }) => {
    const figure = target.closest(".explore[data-frames]:not(:has(> script))");
    if (!figure) return;
    bring(figure).then(
      () => target.dispatchEvent(new Event("input", { bubbles: true })),
      () => { figure.querySelector("output").textContent = "The other pictures of this figure could not be loaded: move it again when you are online."; },
    );
  });
})();
