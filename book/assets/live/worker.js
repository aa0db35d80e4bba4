// Python of a page that runs in its place: the Pyodide, the wheels and the lock that the site has
// for JupyterLite.
import { watch, wrong } from "./silence.js";

let python, session;
let expected = [];  // the files that Python begins with
const tell = (kind, data = {}) => postMessage({ kind, ...data });
const NOTHING = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);  // the least module

async function start({ pyodide, sources }) {
  new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => tell("came", { file: name })))
    .observe({ type: "resource", buffered: true });
  if (!globalThis.WebAssembly) throw new Error("this browser has no WebAssembly, or it is switched off");
  if (!await WebAssembly.compile(NOTHING).catch(() => null)) {
    return tell("failed", { text: "the policy of this site (Content-Security-Policy) forbids WebAssembly: its script-src lacks 'wasm-unsafe-eval'", certain: true });
  }
  const [{ loadPyodide }, ...texts] = await Promise.all([
    import(`${pyodide}pyodide.mjs`),
    ...sources.map((source) => fetch(source).then((answer) => answer.ok ? answer.text() : Promise.reject(new Error(`${source}: ${answer.status}`)))),
  ]);
  const rest = watch(pyodide, () => expected, (text) => tell("failed", { text, certain: true }), () => tell("silent"));
  const complaints = [];
  try {
    python = await loadPyodide({
      indexURL: pyodide, packages: ["lecture-code"], stdout: () => {}, stderr: (text) => session || complaints.push(text),
      env: { PYTHONHASHSEED: "0", OPENBLAS_NUM_THREADS: "1" },
    });
  } catch (error) {
    const why = await wrong(pyodide).catch(() => null);
    return tell("failed", { text: why || error.message, certain: Boolean(why) });
  }
  const lost = ["numpy", "scipy", "matplotlib", "lecture-code"].filter((name) => !(name in python.loadedPackages));
  if (lost.length) throw new Error(`${lost.join(", ")} arrived incomplete (${complaints.at(-1) ?? "and nothing says why"})`);
  sources.forEach((source, k) => python.FS.writeFile(source.split("/").pop(), texts[k]));
  session = python.pyimport("page_session").Session((output, said) => tell("output", { output, text: said }));
  rest();
  tell("ready");
}

// Bring the packages of Pyodide that this code imports: scikit-learn, say. Returns whether some
// came, and those that did not.
async function bring(code) {
  let came = false, lost = "";
  const messageCallback = (text) => {
    const [, what, names] = text.match(/^(Loading|Loaded|Failed to load) (.+)/) || [];
    if (what === "Loading") tell("brings", { names });
    else if (what === "Loaded") came = true;
    else if (what) lost = names;
  };
  await python.loadPackagesFromImports(code, { messageCallback, errorCallback: () => {} })
    .catch(() => { /* the import itself says what is missing */ });
  if (came || lost) tell("brings", { names: "" });
  return { came, lost };
}

// Some failures of a start reach nobody who waits for it.
addEventListener("unhandledrejection", (event) => {
  if (session) return;  // of something that a cell has left behind
  event.preventDefault();
  tell("failed", { text: event.reason?.message || String(event.reason) });
});

const jobs = {
  start,
  async run({ key, name, code, above, own }) {
    await bring(code);
    const begun = performance.now();
    const run = () => JSON.parse(session.run(key, name, code, above, own) ?? "null");
    let wrong = run();
    if (wrong?.missing) {
      const { came, lost } = await bring(`import ${wrong.missing}`);
      if (came) {
        tell("again");
        wrong = run();
      }
      if (wrong && lost) wrong = { ...wrong, lost, message: `${wrong.message}: the site did not provide ${lost}` };
    }
    tell("ran", { wrong, ms: performance.now() - begun });
  },
  names({ number, key, code, above }) {
    let names = [];
    try { names = JSON.parse(session.follows(key, code, above)); } catch { /* help that fails ends no Python */ }
    tell("names", { number, names });
  },
  frame({ number, places }) {
    const pair = session.frame(number, places);
    const [svg, line] = pair.toJs();
    pair.destroy();
    tell("frame", { number, svg, line });
  },
};

let last = Promise.resolve();
onmessage = ({ data }) => {
  if (data.job === "expect") expected = data.files;
  else last = last.then(() => jobs[data.job](data)).catch((error) => tell("failed", { text: error?.message || String(error) }));
};
