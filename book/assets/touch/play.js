// Steps of a figure that follow one another by themselves. The readout says how they end, and not
// each of them.
import { button, say } from "../live/make.js";

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function player(readout, show) {
  let timer = 0;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
    readout.setAttribute("aria-live", "polite");
  };
  function run(steps, pause) {
    readout.setAttribute("aria-live", "off");
    const next = () => {
      steps.shift()?.();
      if (steps.length) timer = setTimeout(next, pause);
      else stop();
      show();
    };
    next();
  }
  return { run, stop, runs: () => timer > 0 };
}

// A button that plays the steps of a state, {name, each, pause, steps}, pauses and goes on; where
// motion is reduced, every press is a step, and `each` its name.
export function played({ name, each, pause, steps }, now, show, readout) {
  const { run, stop, runs } = player(readout, show);
  let rest = [];
  const node = button(name, () => {
    if (runs()) stop();
    else {
      if (!rest.length) rest = steps(now());
      if (!still()) return run(rest, pause);
      rest.shift()();
    }
    show();
  }, { className: "plays" });
  return {
    node,
    stop,
    tell() { say(node, runs() ? "Pause" : !rest.length ? name : still() ? each : "Go on"); },
    end() { stop(); rest = []; },
  };
}
