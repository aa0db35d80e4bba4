// Makes a page quicker for axe: of thousands of signs of formulas and words of code that look the
// same, one is looked at for all.  `note` is called in each theme and remembers how they look and
// what is in sight; `thin` then changes the page.  The first formula and all that are not of one
// colour, or have something to point at inside, stay sign by sign, each written twice at half size.
window.thinning = (() => {
  const SPECIAL = "[id], [href], [role], [tabindex], [aria-label]";
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

  const note = () => {
    for (const formula of formulas) if (!keep.has(formula) && !ofOneColour(formula)) keep.add(formula);
    for (const word of words) {
      const before = looks.get(word) || word.className;
      looks.set(word, [before, look(word), look(word.parentElement), getComputedStyle(word).fontWeight].join(" "));
    }
    return [...document.body.querySelectorAll("*")].map((e) => +e.checkVisibility()).join("");
  };

  // In place of a formula stands its text, in a box of its size, as small as its smallest sign.
  const thin = () => {
    const measured = formulas.filter((formula) => !keep.has(formula)).map((formula) => {
      const drawn = formula.querySelector(".katex-html"), box = drawn.getBoundingClientRect();
      const signs = [...drawn.querySelectorAll("*")].filter((e) => !e.children.length && e.textContent.trim());
      const sizes = signs.map((sign) => parseFloat(getComputedStyle(sign).fontSize));
      return [drawn, box, Math.min(...sizes, parseFloat(getComputedStyle(drawn).fontSize))];
    });
    for (const [drawn, {width, height}, size] of measured) {
      drawn.textContent = drawn.textContent;
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
  };

  return {note, thin};
})();
