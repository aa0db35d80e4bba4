// Runs cells in their order in a worker. `valid` is the number of the book's cells, from the top,
// that Python has run with their present code: the names that the next one needs are there.
import { drawn, forgetAll } from "./figures.js";
import { FOR_THE_HOST, WAIT, WHAT_TO_DO, about, forbids, lite, missing, patiently } from "./reach.js";

const PYODIDE = new URL("static/pyodide/", lite).href;
const QUIET = 8000;  // ms without a file until the reader is told
const here = (file) => new URL(file, import.meta.url).href;
const SOURCES = ["page_session.py", "page_names.py", "page_words.py"].map(here);

const notRun = (left) => (left ? `, and ${left === 1 ? "the cell" : `the ${left} cells`} that waited did not run` : "");

export class Runner {
  // `cells` are all of the page in order; `say(text, working)` shows where things stand, `working` as a share if it is known.
  constructor(cells, say) {
    Object.assign(this, { cells, say });
    this.book = cells.filter((cell) => !cell.own);
    this.start();
  }

  get idle() { return !this.busy && !this.queue.length; }
  get working() { return Boolean(this.busy || (this.worker && !this.ready && !this.problem)); }

  start(note = "") {
    Object.assign(this, { ready: false, problem: null, valid: 0, queue: [], busy: null, note, came: new Set(), share: true });
    let worker;
    try {
      worker = this.worker = this.latest = new Worker(here("worker.js"), { type: "module" });
    } catch (error) {
      this.on_failed({ text: `the browser refuses its worker (${error.message})`, certain: true });
      return;
    }
    worker.onmessage = ({ data }) => worker === this.worker && this[`on_${data.kind}`](data);
    worker.onerror = (event) => setTimeout(() => {  // a policy that forbids it is told a little later
      const policy = forbids(here("worker.js"));
      if (worker === this.worker) this.on_failed({ text: policy || event.message || "its worker did not start", certain: Boolean(policy) });
    }, 100);
    this.post({ job: "start", pyodide: PYODIDE, sources: SOURCES });
    this.say(`${note}Python is on its way.`, true);
    this.wait();
    this.watch(worker);
  }

  // For the next file. A host may promise a file and then be silent, which is like a slow one.
  wait() {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      if (this.ready || this.problem || !this.worker) return;
      if (this.share === 1) return this.say(`${this.note}All of Python has arrived, and it is starting.`, true);
      this.say(`Python is still on its way, but nothing has arrived for ${QUIET / 1000} seconds: the network is slow, or does not answer. `
        + WAIT, this.share);
    }, QUIET);
  }

  post(job) { this.worker?.postMessage(job); }

  // Say what is missing, in better words than the worker that failed of it; and soon, who is slow.
  async watch(worker) {
    const current = () => worker === this.latest && !this.ready;
    const slow = (what) => current() && !this.problem && this.say(`${this.note}Python is on its way, but ${what} yet: the network is slow, or does not answer. `
      + WAIT, this.share);
    const problem = await patiently(about(), 2000, () => slow("the site does not provide it")).then(
      (site) => {
        this.more = site.on_import;
        this.sizes = new Map(Object.entries(site.run_here || {}).map(([file, size]) => [new URL(file, lite).href, size]));
        worker.postMessage({ job: "expect", files: [...this.sizes.keys()] });
        return missing([here("worker.js"), here("silence.js"), ...SOURCES, ...this.sizes.keys()], (hosts) => slow(`${hosts} does not answer`));
      },
      () => ({ text: "the site does not provide it. There is no network, or this copy of the book was built without Python.", todo: WHAT_TO_DO }),
    );
    if (problem && current()) this.on_failed({ ...problem, hope: true });
  }

  /* what the worker tells */

  on_came({ file }) {
    this.came.add(file);
    this.wait();
    if (this.ready || this.problem || !this.sizes?.size) return;
    const bytes = (files) => [...files].reduce((sum, name) => sum + (this.sizes.get(name) || 0), 0);
    const all = bytes(this.sizes.keys());
    const size = [...this.sizes.values()].includes(0) ? "about 40" : Math.round(all / 1e6);  // from another host, too
    this.share = bytes(this.came) / all;
    this.say(`${this.note}Python is on its way: ${size} MB, which the browser keeps.`, this.share);
  }

  on_ready() {
    this.ready = true;
    this.problem = null;
    performance.mark("run-here-ready");
    this.say(`${this.note}Python is ready.`);
    this.next();
  }

  on_output({ output, text }) { this.busy.add(output, text); }

  // The cell that runs imports what did not come at the start. Whether it can be had is asked at once.
  async on_brings({ names }) {
    const cell = this.busy;
    this.brings = names;
    if (!names) return this.say(`${cell.name} runs.`, true);
    const tell = (text) => cell === this.busy && this.brings === names && this.say(`${cell.name} waits for ${names}: ${text}`, true);
    tell("it comes from the site.");
    const late = setTimeout(() => tell(`not here after ${QUIET / 1000} seconds: the network is slow, or does not answer. Stop ends the wait. ${WHAT_TO_DO}`), QUIET);
    const problem = await missing(this.more || [], (hosts) => tell(`${hosts} does not answer yet: the network is slow, or does not answer. Stop ends the wait. ${WHAT_TO_DO}`));
    if (!problem) return;
    clearTimeout(late);
    tell(`${problem.text} ${problem.todo}`);
  }

  on_again() { this.busy.begin(); }

  on_ran({ wrong, ms }) {
    const cell = this.busy, left = wrong ? this.queue.length : 0;
    this.busy = null;
    if (wrong) this.drop();
    if (!cell.own) this.valid = wrong || cell.sent !== cell.code ? Math.min(this.valid, cell.above) : Math.max(this.valid, cell.above + 1);
    cell.end(wrong, ms, (name) => this.cells.find((each) => each.name === name));
    this.age();
    if (wrong?.lost) this.say(`${cell.name} stopped: the site did not provide ${wrong.lost}${notRun(left)}. ${WHAT_TO_DO}`, false, cell);
    else if (wrong) this.say(`${cell.name} stopped: ${wrong.kind}${notRun(left)}.`, false, cell);
    else if (this.idle) this.say(`${cell.name} has run.`, false, cell);
    performance.mark(`run-here-ran ${cell.key}`);
    this.next();
  }

  on_names({ number, names }) { if (number === this.asked) this.told(names); }

  on_frame({ number, svg, line }) { drawn(number, svg, line); }

  // `hope`: something is missing, but what the browser has kept may do; `certain`: we know why.
  on_failed({ text, hope = false, certain = false, todo = certain ? FOR_THE_HOST : WHAT_TO_DO }) {
    if (this.ready) return this.on_ended(text);
    if (this.problem && !hope && !certain) return this.end();
    this.problem = `Python cannot start: ${text.replace(/\.?$/, ".")} ${todo}`;
    this.say(this.problem);
    if (!hope) this.end();
  }

  on_silent() {
    if (this.ready || this.problem) return;
    clearTimeout(this.late);
    this.say(`Everything has loaded, but Python does not start; the console of the browser (F12) may say why. ${WHAT_TO_DO}`, true);
  }

  // A cell has ended Python itself (os._exit), or Python has broken down under it.
  on_ended(text) {
    const cell = this.busy, left = this.queue.length;
    this.end();
    this.ready = false;
    this.valid = 0;
    this.busy = null;
    forgetAll();
    cell?.end({ kind: "Python has ended", ended: "Python has ended", message: text, places: [] }, 0, () => null);
    this.age();
    this.say(`Python has ended${cell ? ` in ${cell.name}` : ""}${notRun(left)}: the next run starts Python again, from the top.`, false, cell);
  }

  // What can follow this code of a cell, as far as Python knows and has time to say. Of two questions only the last counts.
  names(cell, code) {
    if (!this.ready || !this.idle) return [];
    this.told?.([]);
    this.asked = (this.asked || 0) + 1;
    this.post({ job: "names", number: this.asked, key: cell.key, code, above: cell.above });
    return new Promise((tell) => { this.told = tell; });
  }

  /* what runs */

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.told?.([]);
    this.drop();
  }

  drop() {
    for (const cell of this.queue.splice(0)) cell.become(cell.yours ? "yours" : "book");
  }

  // What stands on something that has changed is marked.
  age() {
    for (const cell of this.cells) {
      cell.stale = cell.own ? this.valid < cell.above : this.valid <= cell.above && !cell.wrong;
      cell.show();
    }
  }

  changed(cell) {
    if (!cell.own && cell.above < this.valid && cell.sent !== cell.code) this.valid = cell.above;
    this.age();
  }

  // Run the cell, and before it what has to run above it.
  upTo(cell) {
    if (!this.worker) this.start();
    if (!this.worker) return;
    for (const each of [...this.book.slice(Math.min(this.valid, cell.above), cell.above), cell]) {
      if (this.queue.includes(each) || this.busy === each && each.sent === each.code) continue;
      this.queue.push(each);
      each.become("waiting");
    }
    this.queue.sort((a, b) => this.cells.indexOf(a) - this.cells.indexOf(b));
    this.next();
  }

  all() { this.upTo(this.book.at(-1)); }

  next() {
    if (!this.ready || this.busy || !this.queue.length) return;
    const cell = this.busy = this.queue.shift();
    cell.begin();
    this.say(this.queue.length ? `${cell.name} runs, ${this.queue.length} more to go.` : `${cell.name} runs.`, true);
    this.post({ job: "run", key: cell.key, name: cell.name, code: cell.code, above: cell.above, own: cell.own });
  }

  // The one way that works on every host: end this Python and begin another one.
  stop() {
    const cell = this.busy, left = this.queue.length;
    this.end();
    cell?.end({ kind: "Stopped", ended: "stopped", message: "its output so far is above", places: [] }, 0, () => null);
    forgetAll();
    this.start(`Stopped${cell ? ` in ${cell.name}` : ""}${notRun(left)}; the next run starts from the top. `);
    this.age();
  }
}
