// Explorable figures whose frames are drawn by the reader's code (lecture_code/explore/on_demand.py).
// While a frame is drawn the sliders stay free, and only their last position is drawn next.
const waiting = new Map();  // number of a figure -> what takes its next frame

export function follow(figure, ask) {
  const number = Number(figure.dataset.asks), values = JSON.parse(figure.dataset.values);
  const controls = [...figure.querySelectorAll("input, select")];
  const placeOf = (control) => control.matches("select") ? control.selectedIndex : Number(control.value);
  const readout = figure.querySelector("output"), frame = figure.querySelector(".explore-frame");
  let busy = false, again = false;

  const draw = () => {
    again = busy;
    if (busy) return;
    if (waiting.get(number) !== take) {
      readout.textContent = "Python was restarted: run this cell again to move the figure.";
      return;
    }
    busy = true;
    figure.setAttribute("aria-busy", "true");
    ask({ job: "frame", number, places: controls.map(placeOf) });
  };
  const moved = () => {
    controls.forEach((control, i) => {
      if (!control.matches("input")) return;
      const text = values[i][placeOf(control)];
      control.setAttribute("aria-valuetext", text);
      control.nextElementSibling.textContent = text;
      control.style.setProperty("--at", control.value / (control.max || 1));
    });
  };
  const take = (svg, line) => {
    busy = false;
    figure.removeAttribute("aria-busy");
    if (svg) {
      frame.innerHTML = svg;
      frame.setAttribute("aria-label", line);
    }
    readout.textContent = line;
    if (again) draw();
  };
  for (const control of controls) {
    control.addEventListener("input", () => { moved(); draw(); });
    control.addEventListener("keydown", (event) => event.stopPropagation());
  }
  waiting.set(number, take);
  moved();
}

export const drawn = (number, svg, line) => waiting.get(number)?.(svg, line);

// Python has begun anew, and knows none of the figures.
export const forgetAll = () => waiting.clear();
