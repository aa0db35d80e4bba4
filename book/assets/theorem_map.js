// On a theorem map: light up what a result rests on, and what rests on it; find a result, hold what
// is lit (space, or the first tap; Escape lets go), show it alone, and zoom. A link to a result
// (#of-thm-novikoff) opens on its own small map.
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
  const hold = (number) => {
    held = number;
    light(number);
    only.disabled = !number;
    alone(Boolean(number) && map.classList.contains("alone"));
  };
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
  const [width, whole] = [map.width.baseVal.value, map.height.baseVal.value];
  let zoom = 1, height = whole;
  const scale = (by) => () => {
    zoom = Math.min(2, Math.max(.4, zoom * by));
    map.setAttribute("width", width * zoom);
    map.setAttribute("height", height * zoom);
  };

  // Alone: what is not lit hides, and the empty rows close. Every place keeps its column; `to` gives
  // its new height.
  const ROOM = 26, HEAD = 43;  // pixels kept under a row, and over it for the name of a chapter
  const rows = () => boxes.filter((box) => box.matches(".self, .up, .down")).map((box) => {
    const top = Number(box.dataset.top);
    return [top - HEAD, top + box.querySelector("path").getBBox().height + ROOM];
  }).sort(([a], [b]) => a - b);
  const closing = (lit) => (y) => {
    let end = 0, gone = 0;
    for (const [top, bottom] of [...lit, [whole, whole]]) {
      gone += Math.max(0, Math.min(y, top) - end);
      end = Math.max(end, bottom);
    }
    return y - gone;
  };
  const places = [...map.querySelectorAll("[data-n], [data-from], .bands rect, .head")].map((node) => {
    const was = Object.fromEntries(["transform", "d", "y", "height"].map((name) => [name, node.getAttribute(name)]));
    if (was.transform) node.dataset.top = was.transform.match(/ ([\d.]+)\)/)[1];
    return { node, was };
  });
  function move({ node, was }, to) {
    if (was.transform) node.setAttribute("transform", was.transform.replace(/ ([\d.]+)\)/, (_, y) => ` ${to(Number(y))})`));
    else if (was.d) node.setAttribute("d", was.d.replace(/V([\d.]+)|([\d.]+) ([\d.]+)/g, (_, v, x, y) => (v ? `V${to(Number(v))}` : `${x} ${to(Number(y))}`)));
    else node.setAttribute("y", to(Number(was.y)));
    if (was.height) node.setAttribute("height", to(Number(was.y) + Number(was.height)) - to(Number(was.y)));
  }
  function alone(on) {
    if (!on && !map.classList.contains("alone")) return;
    map.classList.toggle("alone", on);
    if (!on) said.textContent = "";
    only.setAttribute("aria-pressed", on);
    const to = on ? closing(rows()) : (y) => y;
    for (const place of places) move(place, to);
    height = to(whole);
    map.setAttribute("viewBox", `0 0 ${width} ${height}`);
    scale(1)();
    for (const group of map.querySelectorAll("g[role=group]")) group.classList.toggle("empty", on && !group.querySelector(".self, .up, .down"));
  }
  const button = (sign, name, by) => make("button", { type: "button", textContent: sign, ariaLabel: name, onclick: scale(by) });
  const only = make("button", { type: "button", textContent: "Only what is highlighted", disabled: true, onclick: () => alone(!map.classList.contains("alone")) });
  only.setAttribute("aria-pressed", false);
  const tools = make("div", { className: "theorem-map-tools d-print-none" },
    make("label", {}, "Find ", field), said, only, button("−", "Smaller map", 1 / 1.25), button("+", "Larger map", 1.25));
  around.before(tools);

  // "on the map" under a statement leads here.
  const arrive = () => {
    const box = boxes.find(({ id }) => id && location.hash === `#${id}`);
    if (!box) return;
    around.closest("details").open = true;
    hold(box.dataset.n);
    alone(true);
    said.textContent = `${box.querySelector("title").textContent}: what it rests on, and what rests on it`;
    box.focus({ preventScroll: true });
    requestAnimationFrame(() => tools.scrollIntoView());  // after the browser went to the box
  };
  addEventListener("hashchange", arrive);
  if (document.readyState === "complete") arrive();
  else addEventListener("load", arrive, { once: true });
}
