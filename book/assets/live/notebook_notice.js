// In JupyterLite: what is missing for it or for its Python, told by notebook_wait.js.
import { about, missing } from "./reach.js";

const NOT_GIVEN = "the site does not give it. There is no network, or this copy of the book was built without Python.";
const problem = await about().then(({ notebook }) => missing(notebook), () => NOT_GIVEN);
if (problem) {
  window.tellReader(`The notebook cannot run its cells, which would show [*] for ever: ${problem} `
    + "Look whether you are online and reload this tab; the page of the book shows every result anyway.");
}
