// Pointing at a reference, reaching it by keyboard, or pressing it long shows what it refers to.
// A click or a tap follows it, as ever.  Escape hides what is shown.
(() => {
  const article = document.querySelector(".bd-article");
  if (!article) return;
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
  const pages = {};
  let box, current, timer;

  window.bookPreview = (page, parts) => pages[page].resolve(parts);

  // What a page offers: a script in _static/previews brings it.
  const load = (page) => {
    if (!pages[page]) {
      const entry = pages[page] = {};
      entry.parts = new Promise((resolve) => {
        entry.resolve = resolve;
        const script = document.createElement("script");
        script.src = `${root}_static/previews/${page}.js`;
        script.onerror = () => resolve({});
        document.head.append(script);
      });
    }
    return pages[page].parts;
  };

  const contentOf = async (link) => {
    if (link.dataset.source) {
      const paragraph = document.createElement("p");
      paragraph.textContent = link.dataset.source;
      return paragraph.outerHTML;
    }
    const url = new URL(link.href);
    const page = decodeURI(url.href.split(/[?#]/)[0]).slice(root.length).replace(/\.html$/, "");
    const parts = await load(page);
    return (parts[decodeURIComponent(url.hash.slice(1))] || "").replaceAll("{root}", root);
  };

  // Below the reference, or above it when it does not fit below and there is more room above.
  const place = () => {
    const edge = 8, link = current.getBoundingClientRect();
    const width = document.documentElement.clientWidth, height = window.innerHeight;
    const below = height - link.bottom - 2 * edge, above = link.top - 2 * edge;
    box.style.maxHeight = "";
    const up = box.offsetHeight > below && above > below;
    box.style.maxHeight = `${Math.min(box.offsetHeight, Math.max(up ? above : below, 80))}px`;
    const left = Math.min(link.left, width - box.offsetWidth - edge);
    box.style.left = `${Math.max(edge, left)}px`;
    box.style.top = `${up ? link.top - edge - box.offsetHeight : link.bottom + edge}px`;
  };

  const hide = () => {
    clearTimeout(timer);
    if (!current) return;
    current.removeAttribute("aria-describedby");
    current = null;
    if (box) box.hidden = true;
  };

  const show = async (link) => {
    if (link === current) return;
    hide();
    current = link;
    const html = await contentOf(link);
    if (current !== link) return;
    if (!html) { current = null; return; }
    if (!box) {
      box = document.createElement("div");
      box.id = "preview";
      box.setAttribute("role", "tooltip");
      box.addEventListener("pointerenter", () => clearTimeout(timer));
      box.addEventListener("pointerleave", leave);
      box.addEventListener("load", () => { if (current) place(); }, true);  // a picture came
    }
    (link.closest("dialog") ?? article).append(box);
    box.innerHTML = html;
    box.hidden = false;
    box.scrollTop = 0;
    place();
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;  // what scrolls can be reached by keys
    else box.removeAttribute("tabindex");
    link.setAttribute("aria-describedby", "preview");
  };

  const leave = () => { clearTimeout(timer); timer = setTimeout(hide, 250); };
  const after = (wait, link) => { clearTimeout(timer); timer = setTimeout(() => show(link), wait); };

  const watch = (link) => {
    if (link.title) {  // a work of the bibliography: shown by us, also to the keyboard
      link.dataset.source = link.title;
      link.removeAttribute("title");
    }
    let pressed = false;
    link.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") after(200, link);
    });
    link.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) show(link); });
    link.addEventListener("blur", hide);
    link.addEventListener("click", hide);
    link.addEventListener("touchstart", () => {
      pressed = false;
      clearTimeout(timer);
      timer = setTimeout(() => { pressed = true; show(link); }, 450);
    }, {passive: true});
    for (const name of ["touchend", "touchmove", "touchcancel"]) {
      link.addEventListener(name, (event) => {
        clearTimeout(timer);
        if (pressed && name === "touchend") event.preventDefault();  // the press was for showing
      });
    }
    link.addEventListener("contextmenu", (event) => { if (pressed) event.preventDefault(); });
  };
  window.bookWatch = watch;  // for links that come later
  article.querySelectorAll("a.reference.internal[href*='#']").forEach(watch);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  document.addEventListener("touchstart", (event) => {
    if (current && !event.target.closest("#preview") && event.target.closest("a") !== current) hide();
  }, {passive: true});
  window.addEventListener("scroll", () => { if (current && box && !box.hidden) place(); }, {passive: true});
  window.addEventListener("resize", hide);
})();
