// Make a page of the site ready for paper; tools/site/pdf.py runs this in the browser. The answer has
// the headings, and what is still wider than the page.
async ({ body, styles, head, first, live, pages }) => {
  const article = document.querySelector("article");
  const all = (selector) => [...article.querySelectorAll(selector)];
  const make = (tag, values, ...inside) => {
    const element = Object.assign(document.createElement(tag), values);
    element.append(...inside);
    return element;
  };
  if (body) article.innerHTML = body;
  await window.bringFrames?.(article);

  // 1. A figure that moves shows the middle of its sliders.
  for (const figure of all(".explore")) {
    const shown = [...figure.querySelectorAll("label")].map((label) => {
      const [slider, menu] = [label.querySelector("input"), label.querySelector("select")];
      if (slider) {
        slider.value = Math.ceil(slider.max / 2);
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      const value = slider ? slider.nextElementSibling : menu.selectedOptions[0];
      return `${label.firstChild.textContent.trim()} = ${value.textContent}`;
    });
    figure.querySelectorAll("label").forEach((label) => label.remove());
    const where = live ? make("a", { href: live }, live) : "the website";
    figure.append(make("p", { className: "pointer" }, `${shown.join(", ")} here; it moves on `, where));
  }

  // 2. Evidence is its line, with its table where the page shows it; the code that is folded stays out.
  //    Where links lead to it there is a place still.
  const places = (fold) => [...fold.querySelectorAll("[id]")].map(({ id }) => make("span", { id }));
  for (const fold of all("details.quiet:not(details.evidence *)")) fold.replaceWith(...places(fold));
  for (const strip of all("details.evidence")) {
    const tables = strip.open ? [...strip.querySelectorAll("table")] : [];
    const line = make("p", { className: "evidence" }, ...strip.querySelector("summary").childNodes);
    line.append(...places(strip).filter(({ id }) => !tables.some((table) => table.querySelector(`#${CSS.escape(id)}`))));
    strip.replaceWith(line, ...tables);
  }

  // 3. What folds is open; hints and solutions stand at the end of the page.
  const answers = make("section", { className: "answers" }, make("h2", { id: "answers" }, "Hints and solutions"));
  let exercise;
  for (const fold of all("div.exercise, details")) {
    if (fold.matches(".exercise")) exercise = fold;
    if (!fold.matches("details")) continue;
    const [kind] = fold.className.match(/hint|solution|the-proof/) ?? ["unfolded"];
    const title = make("p", { className: "admonition-title" }, ...fold.querySelector("summary").childNodes);
    fold.querySelector("summary").replaceWith(title);
    if (kind === "the-proof") title.remove();
    const { id, className } = fold;
    const box = make("div", { id, className: `${className} ${kind}` });
    box.append(...fold.childNodes);
    fold.replaceWith(box);
    if (!exercise || !/hint|solution/.test(kind)) continue;
    box.id ||= `answer-${answers.children.length}`;
    const number = exercise.querySelector(".caption-number").textContent.trim();
    title.replaceChildren(`${kind === "hint" ? "Hint" : "Solution"} to `, make("a", { href: `#${exercise.id}` }, number));
    if (!exercise.querySelector(".answer")) exercise.append(make("p", { className: "answer" }, "At the end:"));
    exercise.querySelector(".answer").append(" ", make("a", { href: `#${encodeURIComponent(box.id)}` }, kind));
    answers.append(box);
  }
  if (answers.children.length > 1) article.append(answers);

  // 4. What only a screen can do goes. A formula is an image whose text is its TeX.
  const left = `script, style, noscript, button, template, input, dialog, .headerlink, .toctree-wrapper,
    .d-print-none, .only-screen, .toggle-button, .visually-hidden, a:has(> .viewcode-link)`;
  all(left).forEach((element) => element.remove());
  for (const formula of all(".katex:has(annotation)")) {
    const words = formula.querySelector("annotation").textContent.replace(/\s+/g, " ").trim();
    formula.querySelector(".katex-mathml").remove();
    formula.querySelector(".katex-html").removeAttribute("aria-hidden");
    if (!formula.closest("h1, h2, h3, h4")) Object.assign(formula, { role: "img", ariaLabel: words });
  }
  for (const frame of all(".explore-frame")) frame.firstElementChild.removeAttribute("aria-hidden");

  // 5. Links inside the book stay, those to the web say where they lead.
  for (const link of all("a[href]")) {
    const target = new URL(link.getAttribute("href"), document.baseURI);
    const address = decodeURI(target.href).replace(/^(https?:\/\/|mailto:)|\/$/g, "");
    const path = address.slice(address.indexOf("/") + 1);
    if (target.protocol === "file:") {
      if (!pages.includes(target.href.split("#")[0])) link.replaceWith(...link.childNodes);
    } else if (!link.textContent.includes(path)) link.after(make("span", { className: "address" }, ` (${address})`));
  }
  // Chromium names a place in the PDF only if the page has a link to it, seen or not.
  const links = make("div", { hidden: true });
  for (const { id } of all("[id]")) links.append(make("a", { href: `#${encodeURIComponent(id)}` }));

  // 6. The style of paper takes the place of the site's.
  document.querySelectorAll("head link, style").forEach((element) => element.remove());
  const loaded = styles.map((href) => new Promise((onload, onerror) => {
    document.head.append(make("link", { rel: "stylesheet", href, onload, onerror }));
  }));
  head ||= article.querySelector("h1").innerText;
  document.head.append(make("style", {}, `@page { @top-right { content: ${JSON.stringify(head)}; } }`));
  document.documentElement.style.counterReset = `page ${first - 1}`;
  document.body.replaceChildren(article, links);
  document.body.removeAttribute("class");
  all("img").forEach((picture) => (picture.loading = "eager"));
  await Promise.all([...loaded, ...all("img").map((picture) => picture.decode()), document.fonts.ready]);

  // 7. What is wider than the column shrinks to it, all a step at a time: every step is a layout.
  const wide = (e) => Math.max(e.scrollWidth, e.getBoundingClientRect().width) > e.parentElement.clientWidth + 0.5;
  const blocks = all("div.math > .katex-display, table, pre");
  for (let size = 98; size > 50 && blocks.some(wide); size -= 2)
    for (const block of blocks.filter(wide)) block.style.fontSize = `${size}%`;
  const edge = document.body.getBoundingClientRect().right + 3;
  return {
    headings: all("h1, h2").map((h) => [+h.tagName[1], (h.id ? h : h.closest("[id]")).id, h.innerText.replace(/\s+/g, " ").trim()]),
    wide: all("*:not(svg *)").filter((e) => e.getBoundingClientRect().right > edge && e.textContent.trim())
      .map((e) => `${e.tagName}.${e.className}: ${e.textContent.slice(0, 60)}`),
  };
}
