// On a theorem map: light up what a result rests on, and what rests on it.
for (const map of document.querySelectorAll("svg.theorem-map:not(.key)")) {
  const boxes = [...map.querySelectorAll("[data-n]")];
  const lines = [...map.querySelectorAll("[data-from]")];
  const reach = (start, from, to) => {
    const found = new Set([start]);
    for (const number of found)  // a set that grows is gone through to its end
      for (const line of lines) if (line.dataset[from] === number) found.add(line.dataset[to]);
    return found;
  };
  const light = (number) => {
    const up = number ? reach(number, "to", "from") : new Set();
    const down = number ? reach(number, "from", "to") : new Set();
    map.classList.toggle("lit", Boolean(number));
    for (const box of boxes) {
      const own = box.dataset.n === number;
      box.classList.toggle("self", own);
      box.classList.toggle("up", !own && up.has(box.dataset.n));
      box.classList.toggle("down", !own && down.has(box.dataset.n));
    }
    for (const line of lines) {
      line.classList.toggle("up", up.has(line.dataset.to));
      line.classList.toggle("down", down.has(line.dataset.from));
    }
  };
  const numberAt = (event) => event.target.closest("[data-n]")?.dataset.n;
  const around = map.parentElement;  // an SVG that listens to focus would be a stop of its own
  for (const kind of ["pointerover", "focusin"]) around.addEventListener(kind, (event) => light(numberAt(event)));
  for (const kind of ["pointerleave", "focusout"]) around.addEventListener(kind, () => light());
}
