// What the reader can try to reach in a figure, and the best so far, which the browser keeps. A goal has
//   value        what counts of a state, undefined where nothing does; less: whether less is better
//   limit        what nothing beats, of a state
//   of           a name where a setting makes another game of it
//   says         the line under the readout, of the best so far, the limit there, and the state
//   show         a good answer: steps, functions that change the state
import { button, make, say } from "../live/make.js";
import { read, write } from "../live/stored.js";
import { player, still } from "./play.js";

const place = `best:${location.pathname}`;
const records = read(place);  // where nothing can be kept they live as long as the page
const LONG = 5000, PAUSE = 350;  // milliseconds: of an answer at most, of a step at most

export function challenge(figure, goal, now, show, readout) {
  const said = make("span", { "aria-live": "polite" });
  const forget = button("forget", () => { delete records[key()]; write(place, records); tell(); play.focus(); }, { className: "d-print-none" });
  const line = make("p", { className: "hand-goal", translate: false }, said, " ", forget);
  const play = button("Show me", () => (runs() ? stop() : showMe()));
  const { run, stop, runs } = player(readout, show);
  let helped = false;
  const key = () => [figure.dataset.touch, figure.dataset.frames, goal.of?.(now()) ?? ""].join(" ");

  function tell() {
    const [best, limit] = records[key()] || [undefined, goal.limit(now())];
    const text = goal.says(best, limit, now()) + (helped ? ". A shown answer does not count; start again to play." : "");
    say(said, text);
    forget.hidden = best === undefined;
  }

  function tried() {
    stop();
    const value = goal.value(now()), [best] = records[key()] || [];
    if (helped || value === undefined || (goal.less ? value >= best : value <= best)) return;
    records[key()] = [value, goal.limit(now())];
    write(place, records);
  }

  function showMe() {
    const steps = goal.show(now());
    helped = true;
    if (still()) steps.splice(0, steps.length - 1).forEach((step) => step());
    run(steps, Math.min(PAUSE, LONG / steps.length));
  }

  return { line, play, tell, tried, stop, begin() { stop(); helped = false; } };
}
