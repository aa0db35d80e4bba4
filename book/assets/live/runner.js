// Runs cells in their order in a worker. `valid` is the number of the book's cells, from the top,
// that Python has run with their present code: the names that the next one needs are there.
import { drawn, forgetAll } from "./figures.js";
import { WHAT_TO_DO, about, lite, missing } from "./reach.js";

const PYODIDE = new URL("static/pyodide/", lite).href;
const QUIET = 8000;  // ms without a file until the reader is told
const here = (file) => new URL(file, import.meta.url).href;

export class Runner {
  // `cells` are all of the page in order; `say(text, working)` shows where things stand, `working` as a share if it is known.
  constructor(cells, say) {
    Object.assign(this, { cells, say });
    this.book = cells.filter((cell) => !cell.own);
    this.start();
  }

  get idle() { return !this.busy && !this.queue.length; }

  start(note = "") {
    Object.assign(this, { ready: false, problem: null, valid: 0, queue: [], busy: null, note, came: new Set() });
    const worker = this.worker = this.latest = new Worker(here("worker.js"), { type: "module" });
    worker.onmessage = ({ data }) => worker === this.worker && this[`on_${data.kind}`](data);
    worker.onerror = (event) => worker === this.worker && this.on_failed({ text: event.message || "its worker did not start" });
    this.post({ job: "start", pyodide: PYODIDE, source: here("page_session.py") });
    this.say(`${note}Python is on its way.`, true);
    this.wait();
    this.watch(worker);
  }

  // For the next file. A host may promise a file and then be silent, which is like a slow one.
  wait() {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      if (this.ready || this.problem || !this.worker) return;
      this.say(`Python is still on its way, but nothing has come for ${QUIET / 1000} seconds: the network is slow, or it is silent. `
        + `It starts by itself when all has come. ${WHAT_TO_DO}`, true);
    }, QUIET);
  }

  post(job) { this.worker?.postMessage(job); }

  // Say within five seconds what is missing, in better words than the worker that failed of it.
  async watch(worker) {
    const problem = await about().then(
      ({ run_here: sizes, on_import: more }) => {
        this.more = more;
        this.sizes = new Map(Object.entries(sizes).map(([file, size]) => [new URL(file, lite).href, size]));
        return missing([here("worker.js"), here("page_session.py"), ...Object.keys(sizes)]);
      },
      () => "the site does not give it. There is no network, or this copy of the book was built without Python.",
    );
    if (problem && worker === this.latest && !this.ready) this.on_failed({ text: problem, hope: true });
  }

  /* what the worker tells */

  on_came({ file }) {
    this.came.add(file);
    this.wait();
    if (this.ready || this.problem || !this.sizes) return;
    const bytes = (files) => [...files].reduce((sum, name) => sum + (this.sizes.get(name) || 0), 0);
    const all = bytes(this.sizes.keys());
    const size = [...this.sizes.values()].includes(0) ? "some 40" : Math.round(all / 1e6);  // from another host, too
    this.say(`${this.note}Python is on its way: ${size} MB, which the browser keeps.`, bytes(this.came) / all);
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
    const late = setTimeout(() => tell(`not here after ${QUIET / 1000} seconds, the network is slow, or it is silent. Stop ends the waiting. ${WHAT_TO_DO}`), QUIET);
    const problem = await missing(this.more || []);
    if (!problem) return;
    clearTimeout(late);
    tell(`${problem} ${WHAT_TO_DO}`);
  }

  on_again() { this.busy.begin(); }

  on_ran({ wrong, ms }) {
    const cell = this.busy;
    this.busy = null;
    if (wrong) this.drop();
    if (!cell.own) this.valid = wrong || cell.sent !== cell.code ? Math.min(this.valid, cell.above) : Math.max(this.valid, cell.above + 1);
    cell.end(wrong, ms, (name) => this.cells.find((each) => each.name === name));
    this.age();
    if (wrong?.lost) this.say(`${cell.name} stopped: the site did not give ${wrong.lost}. ${WHAT_TO_DO}`, false, cell);
    else if (wrong) this.say(`${cell.name} stopped: ${wrong.kind}.`, false, cell);
    else if (this.idle) this.say(`${cell.name} has run.`, false, cell);
    performance.mark(`run-here-ran ${cell.key}`);
    this.next();
  }

  on_frame({ number, svg, line }) { drawn(number, svg, line); }

  // `hope`: something does not answer, but what the browser has kept may do.
  on_failed({ text, hope = false }) {
    if (this.problem && !hope) return this.end();
    this.problem = `Python cannot start: ${text.replace(/\.?$/, ".")} ${WHAT_TO_DO}`;
    this.say(this.problem);
    if (!hope) this.end();
  }

  /* what runs */

  end() {
    this.worker?.terminate();
    this.worker = null;
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
    const cell = this.busy;
    this.end();
    if (cell) cell.reset(false);
    forgetAll();
    this.start(`Stopped${cell ? ` in ${cell.name}` : ""}; the next run starts from the top. `);
    this.age();
  }
}
