// In JupyterLite: what is missing for it or for its Python, told by notebook_wait.js, or for a cell that runs.
import { about, missing } from "./reach.js";

const NOT_GIVEN = "the site does not provide it. There is no network, or this copy of the book was built without Python.";
const late = (hosts) => window.tellReader(`Python is still on its way, and until it arrives, cells show [*]: ${hosts} does not answer yet. If nothing moves, check that you are online and reload this tab; the page of the book shows every result anyway.`);
let more = [];  // files that come when a cell imports them
const problem = await about().then(({ notebook = [], on_import = [] }) => { more = on_import; return missing(notebook, late); }, () => ({ text: NOT_GIVEN }));
if (problem) {
  window.tellReader(`The notebook cannot run its cells, which would show [*] forever: ${problem.text} `
    + "Check that you are online and reload this tab; the page of the book shows every result anyway.");
}

const notify = (type, message) => window.jupyterapp.commands.execute("apputils:notify", { type, message, options: { autoClose: false } });

// Some browsers keep nothing, if so told: even to name the storage is then an error.
const keeps = (() => { try { return Boolean(localStorage); } catch { return false; } })();

// A cell that imports scikit-learn shows [*] for ever, or that there is no such module, if it does not come.
async function heard(_, { header, content }) {
  if (header.msg_type !== "execute_input" || !/^\s*(from|import) sklearn\b/m.test(content.code) || !more.length) return;
  let told = false;
  const tell = () => told ||= notify("error", "The site does not provide scikit-learn, which a cell imports. Check that you are online, reload this tab and run the cells again.");
  if (await missing(more, tell)) tell();
}

while (!window.jupyterapp?.shell?.currentWidget) await new Promise((done) => { setTimeout(done, 250); });
if (!keeps) notify("warning", "This browser stores nothing for this site: what you write here is lost with this tab. File, Download saves it.");
window.jupyterapp.shell.currentWidget.sessionContext?.iopubMessage.connect(heard);
