// Python of a page that runs in its place: the Pyodide, the wheels and the lock that the site has
// for JupyterLite.
let python, session;
const tell = (kind, data = {}) => postMessage({ kind, ...data });

async function start({ pyodide, source }) {
  new PerformanceObserver((list) => list.getEntries().forEach(({ name }) => tell("came", { file: name })))
    .observe({ type: "resource", buffered: true });
  const [{ loadPyodide }, text] = await Promise.all([
    import(`${pyodide}pyodide.mjs`),
    fetch(source).then((answer) => answer.ok ? answer.text() : Promise.reject(new Error(`${source}: ${answer.status}`))),
  ]);
  python = await loadPyodide({
    indexURL: pyodide, packages: ["lecture-code"], stdout: () => {}, stderr: () => {},
    env: { PYTHONHASHSEED: "0", OPENBLAS_NUM_THREADS: "1" },
  });
  const lost = ["numpy", "scipy", "matplotlib", "lecture-code"].filter((name) => !(name in python.loadedPackages));
  if (lost.length) throw new Error(`${lost.join(", ")} did not come`);
  python.FS.writeFile("page_session.py", text);
  session = python.pyimport("page_session").Session((output, said) => tell("output", { output, text: said }));
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

// Some failures of Pyodide reach nobody who waits for it.
addEventListener("unhandledrejection", (event) => {
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
      if (wrong && lost) wrong = { ...wrong, lost, message: `${wrong.message}: the site did not give ${lost}` };
    }
    tell("ran", { key, wrong, ms: performance.now() - begun });
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
  last = last.then(() => jobs[data.job](data)).catch((error) => tell("failed", { text: error.message || String(error) }));
};
