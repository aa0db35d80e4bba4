// What is copied carries each formula once: as TeX between dollars where text is pasted, as MathML
// where that has a look. The browser would copy both of the two that KaTeX writes, and the TeX.
document.addEventListener("copy", (event) => {
  const selection = getSelection();
  if (selection.isCollapsed || !event.clipboardData || event.target.closest?.("textarea, input")) return;
  const range = selection.getRangeAt(0).cloneRange();
  const around = (node) => (node.closest ? node : node.parentElement)?.closest(".katex");
  const [first, last] = [range.startContainer, range.endContainer].map(around);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement("div");
  copied.append(range.cloneContents());
  const formulas = [...copied.querySelectorAll(".katex")];
  if (!formulas.length) return;
  const written = formulas.map((formula) => formula.querySelector("annotation").textContent);
  for (const drawn of copied.querySelectorAll(".katex-html, annotation")) drawn.remove();
  event.clipboardData.setData("text/html", copied.innerHTML);
  formulas.forEach((formula, k) => {
    const around = formula.closest(".katex-display") ? "$$" : "$";
    formula.replaceWith(`${around}${written[k]}${around}`);
  });
  Object.assign(copied.style, { position: "fixed", left: "-200vw", width: "100vw" });  // shown, so that lines end where they do
  document.body.append(copied);
  event.clipboardData.setData("text/plain", copied.innerText);
  copied.remove();
  event.preventDefault();
});
