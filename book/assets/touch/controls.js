// What stands over the picture of a figure in hand, with the looks of the sliders of the frames.
import { make, say } from "../live/make.js";

// {name, values, at, set(k), says(k)} is a slider over the places of values, or a menu of strings.
function control(given, changed) {
  const shown = make("span", { "aria-hidden": "true" });
  const menu = typeof given.values?.[0] === "string";
  const input = menu ? make("select", {}, ...given.values.map((value) => make("option", { textContent: value })))
    : make("input", { type: "range", min: 0, step: 1 });
  const label = make("label", { translate: false }, `${given.name} `, input, menu ? "" : shown);
  let now = given;
  input.addEventListener("input", () => { now.set(menu ? input.selectedIndex : Number(input.value)); changed(); });
  input.addEventListener("keydown", (event) => event.stopPropagation());
  return {
    label,
    become(next) {
      now = next;
      if (menu) { input.selectedIndex = next.at; return; }
      input.max = next.last ?? next.values.length - 1;
      input.value = next.at;
      input.style.setProperty("--at", input.max > 0 ? next.at / input.max : 0);
      say(shown, String(next.says ? next.says(next.at) : next.values[next.at]));
      input.setAttribute("aria-valuetext", shown.textContent);
    },
  };
}

export function controls(given, changed) {
  const all = given.map((each) => control(each, changed));
  return { nodes: all.map(({ label }) => label), become: (next) => next.forEach((each, k) => all[k].become(each)) };
}
