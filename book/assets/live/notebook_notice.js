// In JupyterLite: what is missing for its Python, which would otherwise show [*] without a word.
import { about, missing } from "./reach.js";

const problem = await about().then(({ notebook }) => missing(notebook),
  () => "the site does not give it. There is no network, or this copy of the book was built without Python.");
if (problem) {
  const notice = document.createElement("div");
  notice.setAttribute("role", "alert");
  notice.style.cssText = "position:fixed;inset:0 0 auto;z-index:10000;padding:.75rem 1rem;background:#8a1f0f;color:#fff;font:16px/1.4 sans-serif";
  notice.textContent = `Python cannot start, and cells would show [*] for ever: ${problem} `
    + "Look whether you are online and reload this tab; the page of the book shows every result anyway.";
  document.body.append(notice);
}
