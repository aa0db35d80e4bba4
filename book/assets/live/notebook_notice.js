// In JupyterLite: what is missing for it or for its Python, told by notebook_wait.js, or for a cell that runs.
import { about, missing } from "./reach.js";

const NOT_GIVEN = "the site does not give it. There is no network, or this copy of the book was built without Python.";
let more = [];  // files that come when a cell imports them
const problem = await about().then(({ notebook, on_import }) => { more = on_import; return missing(notebook); }, () => NOT_GIVEN);
if (problem) {
  window.tellReader(`The notebook cannot run its cells, which would show [*] for ever: ${problem} `
    + "Look whether you are online and reload this tab; the page of the book shows every result anyway.");
}

// A cell that imports scikit-learn shows [*] for ever, or that there is no such module, if it does not come.
async function heard(_, { header, content }) {
  if (header.msg_type !== "execute_input" || !/^\s*(from|import) sklearn\b/m.test(content.code) || !await missing(more)) return;
  const message = "The site does not give scikit-learn, which a cell imports. Look whether you are online, reload this tab and run the cells again.";
  window.jupyterapp.commands.execute("apputils:notify", { type: "error", message, options: { autoClose: false } });
}

while (!window.jupyterapp?.shell?.currentWidget) await new Promise((done) => { setTimeout(done, 250); });
window.jupyterapp.shell.currentWidget.sessionContext?.iopubMessage.connect(heard);
