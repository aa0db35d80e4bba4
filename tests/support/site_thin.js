// Makes a page quicker for axe: of thousands of signs of formulas and words of code that look the
// same, one is looked at for all.  `note` is called in each theme and remembers how they look and
// what is in sight; `thin` then changes the page.  The first formula and all that are not of one
// colour, or have something to point at inside, stay sign by sign, each written twice at half size.
// Of drawings in which nothing is written, named or to be reached, the frame and the title stay.
// `mark` says which texts the rule about contrast may pass over as the page looks now: those that
// are of the same kind of element, size, weight and colour, on the same ground, as three before,
// and what has no text of its own, or a single letter.
window.thinning = (() => {
  const SPECIAL = "[id], [href], [role], [tabindex], [aria-label]";
  const BLOCK = "p, li, dt, dd, td, th, h1, h2, h3, figcaption, summary, div, section";
  const TO_MEET = "a, text, foreignObject, [role], [tabindex], [aria-label]";
  const formulas = [...document.querySelectorAll(".katex")].slice(1)
    .filter((formula) => !formula.querySelector(SPECIAL));
  const words = [...document.querySelectorAll("pre span:not([id])")].filter((e) => !e.children.length);
  const keep = new Set(), looks = new Map();

  const look = (e) => {
    const s = getComputedStyle(e);
    return [s.color, s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.textShadow].join("|");
  };
  const ofOneColour = (formula) => {
    const parts = [...formula.querySelectorAll(".katex-html *")];
    const wanted = [getComputedStyle(formula).color, "rgba(0, 0, 0, 0)", "none", "1", "none", "none"];
    return parts.every((part) => look(part) === wanted.join("|"));
  };

  const looksUpTo = (block, e) => e === block ? [] : [look(e), ...looksUpTo(block, e.parentElement)];

  const note = () => {
    for (const formula of formulas) {
      if (!keep.has(formula) && !ofOneColour(formula)) keep.add(formula);
      const before = looks.get(formula) || getComputedStyle(formula).fontWeight;
      looks.set(formula, [before, ...looksUpTo(formula.closest(BLOCK), formula)].join(" "));
    }
    for (const word of words) {
      const before = looks.get(word) || word.className;
      looks.set(word, [before, look(word), look(word.parentElement), getComputedStyle(word).fontWeight].join(" "));
    }
    return [...document.body.querySelectorAll("*")].map((e) => +e.checkVisibility()).join("");
  };

  // In place of a formula stands its text, in a box of its size, as small as its smallest sign; the
  // box is empty when the same block has another one that looks the same.
  const thin = () => {
    const measured = formulas.filter((formula) => !keep.has(formula)).map((formula) => {
      const drawn = formula.querySelector(".katex-html"), box = drawn.getBoundingClientRect();
      const signs = [...drawn.querySelectorAll("*")].filter((e) => !e.children.length && e.textContent.trim());
      const sizes = signs.map((sign) => parseFloat(getComputedStyle(sign).fontSize));
      return [drawn, box, Math.min(...sizes, parseFloat(getComputedStyle(drawn).fontSize)), formula];
    });
    const known = new Map();
    for (const [drawn, {width, height}, size, formula] of measured) {
      const block = formula.closest(BLOCK), here = `${looks.get(formula)} ${size}`;
      if (!known.has(block)) known.set(block, new Set());
      drawn.textContent = known.get(block).has(here) ? "" : drawn.textContent;
      if (width && height) known.get(block).add(here);
      Object.assign(drawn.style, {display: "inline-block", overflow: "clip", whiteSpace: "nowrap",
        width: `${width}px`, height: `${height}px`, fontSize: `${size}px`, lineHeight: `${height}px`});
      const read = drawn.parentElement.querySelector("math");
      if (read) read.textContent = read.textContent;
    }
    const thinned = new Set(measured.map(([drawn]) => drawn));
    for (const drawn of document.querySelectorAll(".katex-html")) {
      if (thinned.has(drawn)) continue;
      for (const sign of drawn.querySelectorAll("*")) {  // axe does not judge a single letter
        if (sign.children.length || sign.textContent.trim().length !== 1) continue;
        const half = parseFloat(getComputedStyle(sign).fontSize) / 2;
        sign.textContent = sign.textContent.trim().repeat(2);
        sign.style.fontSize = `${half}px`;
      }
    }
    const seen = new Map();
    for (const word of words) {
      const block = word.closest("pre");
      if (!seen.has(block)) seen.set(block, new Set());
      const known = seen.get(block), here = looks.get(word);
      if (known.has(here)) word.replaceWith(word.textContent);
      known.add(here);
    }
    for (const block of seen.keys()) block.normalize();
    for (const drawing of document.querySelectorAll("svg")) {
      if (!drawing.querySelector(TO_MEET)) drawing.replaceChildren(...drawing.querySelectorAll("title"));
    }
  };

  const mark = () => {
    const PLAIN = "rgba(0, 0, 0, 0)|none|1|none|normal|static";
    const grounds = new Map([[null, ""]]), times = new Map();
    const ground = (e) => {
      if (!grounds.has(e)) {
        const s = getComputedStyle(e), place = s.position === "relative" ? "static" : s.position;
        const own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode, place];
        const behind = ground(e.parentElement);
        grounds.set(e, own.join("|") === PLAIN ? behind : `${behind}/${own.join("|")}`);
      }
      return grounds.get(e);
    };
    const isJudged = (e) => {
      const {width, height, right, bottom} = e.getBoundingClientRect();
      return Math.min(width, height) > 2 && right > 0 && bottom + scrollY > 0
        && !e.closest(":disabled, [aria-disabled]")
        && e.checkVisibility({visibilityProperty: true, contentVisibilityProperty: true});
    };
    const alike = [...document.body.querySelectorAll("*")].filter((e) => {
      const texts = [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE);
      const length = texts.map((n) => n.data).join("").trim().length;
      if (length < 2) return !e.matches("input, select, textarea");  // axe would come to this, too
      const s = getComputedStyle(e);
      const here = [e.tagName, s.color, s.fontSize, s.fontWeight, s.textShadow, ground(e)].join("|");
      const before = times.get(here) || 0;
      if (before < 3 && isJudged(e)) times.set(here, before + 1);
      return before >= 3;
    });
    for (const e of document.querySelectorAll("[data-alike]")) e.removeAttribute("data-alike");
    for (const e of alike) e.setAttribute("data-alike", "");
    axe.configure({rules: [{id: "color-contrast", selector: "*:not([data-alike])"}]});
    return alike.length;
  };

  return {note, thin, mark};
})();
