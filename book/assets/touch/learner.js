// A figure in hand that learns can play. Its module says under `learns`
//   step         a step of its algorithm, which changes the state
//   rate         how many a second at first, one of RATES
//   done, ends   whether nothing is left to do, and what the readout says then
//   again        lets it go on after the reader has moved something
// The reader may move things meanwhile: the next step begins there. In a tab that nobody sees no
// frame is drawn, and no step is taken. Where motion is reduced, a press takes the steps.
import { button, say } from "../live/make.js";
import { still } from "./play.js";

const RATES = [1, 2, 5, 10, 30, 60, 120, 300];
const LONGEST = 100;  // milliseconds that a frame makes up for

export function learner({ step, rate, done, ends, again }, now, show, readout) {
  const calm = still();
  let at = RATES.indexOf(rate), frame = 0, last = 0, owed = 0;

  const forward = (n) => { for (; n > 0 && !done(now()); n--) step(now()); };
  const play = button("Play", () => (frame ? stop() : done(now()) || run()), { className: "hand-play" });
  const once = button("Step", () => { pause(); forward(calm ? RATES[at] : 1); show(); }, { className: "hand-step" });

  function tick(time) {
    owed += Math.min(time - last, LONGEST) * RATES[at] / 1000;
    last = time;
    const n = Math.floor(owed);
    owed -= n;
    forward(n);
    if (done(now()) || !play.offsetParent) return stop();  // its frames are back
    frame = requestAnimationFrame(tick);
    if (n > 0) show();
  }

  // The readout says where it pauses, and not each step.
  function run() {
    [last, owed] = [performance.now(), 1];
    say(play, "Pause");
    readout.setAttribute("aria-live", "off");
    frame = requestAnimationFrame(tick);
  }
  function pause() {
    cancelAnimationFrame(frame);
    frame = 0;
    say(play, "Play");
    readout.setAttribute("aria-live", "polite");
  }
  function stop() {
    pause();
    readout.textContent = "";  // a text that comes anew is spoken
    show();
  }

  return {
    buttons: calm ? [once] : [play, once],
    pause,
    moved() { again?.(now()); },
    get ended() { return done(now()) ? ends(now()) : ""; },
    tell() { for (const each of [play, once]) each.setAttribute("aria-disabled", done(now())); },
    get speed() { return { name: calm ? "steps at a press" : "steps a second", values: RATES, at, set(k) { at = k; } }; },
  };
}
