// loadPyodide settles never when its start fails inside: the browser refuses a file, or a file is
// damaged. A host that is slow is silent, too. So when the first files have come and nothing stirs,
// we try what the browser makes of them; and when all have come and nothing stirs, we say that.
const CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];
const BEAT = 500, QUIET = 5, DEAD = 20;  // ms; beats without a sign of life: until we look, and until we say

const tries = {
  "pyodide.asm.wasm": async (answer) => {
    const [type, copy] = [answer.headers.get("content-type"), answer.clone()];
    try {
      await WebAssembly.compileStreaming(answer);
    } catch (error) {
      const sent = await WebAssembly.compile(await copy.arrayBuffer()).then(() => `it is sent as ${type || "a file without a type"}`, () => "it is damaged");
      throw new Error(`${sent} (${error.message})`);
    }
  },
  "python_stdlib.zip": async (answer) => {
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const has = (sign, from) => sign.every((byte, k) => bytes[from + k] === byte);
    if (!has([80, 75, 3, 4], 0) || !has([80, 75, 5, 6], bytes.length - 22)) throw new Error("it is not a complete ZIP file");
  },
  "pyodide-lock.json": (answer) => answer.json(),
};

// What the browser cannot use of the files that Pyodide begins with, or nothing.
export async function wrong(folder) {
  for (const [name, works] of Object.entries(tries)) {
    const answer = await fetch(folder + name);
    try {
      if (!answer.ok) throw new Error(`${answer.status}`);
      await works(answer);
    } catch (error) {
      return `the browser cannot use ${name} of ${new URL(folder).host}: ${error.message}`;
    }
  }
  return null;
}

// `failed(text)` is called when the start of the Pyodide in this folder has failed, `silent()` when
// `all()` has come and it does not start; the function that is returned ends the watch.
export function watch(folder, all, failed, silent) {
  let last = performance.now(), seen = 0, quiet = 0, looked = false;
  const beat = async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name), now = performance.now();
    const still = now - last < 2 * BEAT && files.length === seen;  // Python at work lets no beat through
    [last, seen, quiet] = [now, files.length, still ? quiet + 1 : 0];
    const came = (wanted) => wanted.every((name) => files.includes(name));
    if (!looked && quiet >= QUIET && came(CORE.map((name) => folder + name))) {
      looked = true;
      const why = await wrong(folder).catch(() => null);  // the network is gone
      if (why) failed(why);
      quiet = 0;
    } else if (looked && quiet >= DEAD && came(all())) {
      silent();
      quiet = -Infinity;
    }
  };
  const clock = setInterval(beat, BEAT);
  return () => clearInterval(clock);
}
