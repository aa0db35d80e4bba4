// On a theorem map: light up what a result rests on, and what rests on it; find a result, hold what
// is lit (space, or the first tap; Escape lets go), and zoom.
for (const map of document.querySelectorAll("svg.theorem-map:not(.key)")) {
  const boxes = [...map.querySelectorAll("[data-n]")];
  const lines = [...map.querySelectorAll("[data-from]")];
  const around = map.parentElement;  // an SVG that listens to focus would be a stop of its own
  let held;
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
  const hold = (number) => { held = number; light(number); };
  const numberAt = (event) => event.target.closest?.("[data-n]")?.dataset.n;

  for (const kind of ["pointerover", "focusin"]) around.addEventListener(kind, (event) => held || light(numberAt(event)));
  for (const kind of ["pointerleave", "focusout"]) around.addEventListener(kind, () => held || light());
  let touched = false;
  map.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  map.addEventListener("click", (event) => {
    const number = numberAt(event);
    if (!number) hold();
    else if (touched && number !== held) { event.preventDefault(); hold(number); }
  });
  around.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hold();
    if (event.key === " " && numberAt(event)) { event.preventDefault(); hold(numberAt(event)); }
  });

  // What stands over the map: a field that finds, and two buttons that zoom.
  const make = (tag, values, ...inside) => {
    const made = Object.assign(document.createElement(tag), values);
    made.append(...inside);
    return made;
  };
  const named = boxes.map((box) => [box, box.querySelector("title").textContent.toLowerCase()]);
  const field = make("input", { type: "search", autocomplete: "off" });
  const said = make("output", {});
  field.addEventListener("input", () => {
    const asked = field.value.trim().toLowerCase();
    const found = asked ? named.filter(([, name]) => name.includes(asked)).map(([box]) => box) : [];
    for (const box of boxes) box.classList.toggle("found", found.includes(box));
    hold(found.length === 1 ? found[0].dataset.n : undefined);
    found[0]?.scrollIntoView({ block: "nearest", inline: "center" });
    said.textContent = asked && (found.length === 1 ? "1 result" : `${found.length} results`);
  });
  const [width, height] = [map.width.baseVal.value, map.height.baseVal.value];
  let zoom = 1;
  const scale = (by) => () => {
    zoom = Math.min(2, Math.max(.4, zoom * by));
    map.setAttribute("width", width * zoom);
    map.setAttribute("height", height * zoom);
  };
  const button = (sign, name, by) => make("button", { type: "button", textContent: sign, ariaLabel: name, onclick: scale(by) });
  around.before(make("div", { className: "theorem-map-tools d-print-none" },
    make("label", {}, "Find ", field), said, button("−", "Smaller map", 1 / 1.25), button("+", "Larger map", 1.25)));
}
