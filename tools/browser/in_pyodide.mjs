// Run a Python file in the Pyodide of node_modules: node tools/browser/in_pyodide.mjs FILE FOLDER [argument ...]
// FOLDER is there under its own name. Code that it compiles has lines, but no columns.
import { readFileSync } from "node:fs";
import { loadPyodide } from "../../node_modules/pyodide/pyodide.mjs";

const [file, folder, ...rest] = process.argv.slice(2);
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree(folder);
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
python.globals.set("given", python.toPy([file, folder, ...rest]));
python.runPython("import sys; sys.argv = list(given)");
python.runPython(readFileSync(file, "utf-8"), { filename: file });
