// Whether the Python of the site can be had: what is wrong is told as soon as it is known, and within
// twenty seconds; a host that is slow is waited for.
export const lite = new URL("../../lite/", import.meta.url);
const SLOW = 2000, PATIENCE = 18_000, MORE = 300;  // ms until the reader is told; of one question; for others that fail, too

// What a browser starts, by the ending of its file: nothing that is sent as something else.
const TYPES = {
  wasm: [/^application\/wasm$/, "application/wasm"],
  mjs: [/^(text|application)\/(x-)?(java|ecma)script$/, "text/javascript"],
};
TYPES.js = TYPES.mjs;

const forbidden = new Map();  // addresses, and the part of the host's policy that forbids them
document.addEventListener("securitypolicyviolation", (event) => forbidden.set(event.blockedURI, event.effectiveDirective));

const get = (address, method = "GET") => fetch(address, { method, cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
const isLate = (error) => error.name === "TimeoutError";

// What the site says of its Python; {} if it has not answered.
export async function about() {
  try {
    const answer = await get(new URL("about.json", lite));
    if (!answer.ok) throw new Error(`${lite}about.json: ${answer.status}`);
    return await answer.json();
  } catch (error) {
    if (isLate(error)) return {};
    throw error;
  }
}

// The policy of the host that forbids an address, in words, or nothing.
export function forbids(href) {
  const policy = forbidden.get(href);
  return policy && `the policy of this site forbids ${href.split("/").pop()} of ${new URL(href).host} (Content-Security-Policy, ${policy})`;
}

// What is wrong with a file, or nothing: also of a host that is slow, or answers no such question.
async function ask(address) {
  const { host, pathname, href } = address, name = pathname.split("/").pop();
  try {
    const answer = await get(address, "HEAD");
    if ([405, 501].includes(answer.status)) return null;
    if (!answer.ok) return { host, text: `${host} has no ${name} (${answer.status}).`, todo: WHAT_TO_DO };
    const type = (answer.headers.get("content-type") || "").split(";")[0].trim().toLowerCase();
    const [fits, wanted] = TYPES[name.split(".").pop()] || [];
    if (fits && !fits.test(type)) return { host, text: `${host} sends ${name} as ${type || "a file without a type"}, but a browser accepts it only as ${wanted}.`, todo: FOR_THE_HOST };
    if (!fits && type === "text/html") return { host, text: `${host} sends a page in place of ${name}.`, todo: FOR_THE_HOST };
    return null;
  } catch (error) {
    if (isLate(error)) return null;
    const policy = forbids(href);
    if (policy) return { host, text: `${policy}.`, todo: FOR_THE_HOST };
    return { host, text: `${host} cannot be reached.`, todo: WHAT_TO_DO };
  }
}

// What is wrong with these files of the site or of another host, {text, todo}, or nothing. `late` is
// called with the hosts that have not answered soon.
export async function missing(files, late = () => {}) {
  const addresses = files.map((file) => new URL(file, lite)), waits = new Set(addresses), found = [];
  const timer = setTimeout(() => waits.size && late([...new Set([...waits].map(({ host }) => host))].join(", ")), SLOW);
  await new Promise((done) => {
    Promise.all(addresses.map(async (address) => {
      const wrong = await ask(address);
      waits.delete(address);
      if (!wrong) return;
      if (!found.length) setTimeout(done, MORE);
      found.push(wrong);
    })).then(done);
  });
  clearTimeout(timer);
  if (!found.length) return null;
  const first = found.sort((a, b) => (a.host === location.host) - (b.host === location.host))[0];
  const texts = [...new Set(found.map(({ text }) => text))];
  const hosts = new Set(found.map(({ host }) => host));
  return { text: texts.slice(0, Math.max(2, hosts.size)).join(" "), todo: first.todo };
}

// Wait for something, and tell when it has not come after so many ms; it may come all the same.
export async function patiently(promise, ms, tell) {
  const late = setTimeout(tell, ms);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
  }
}

export const WHAT_TO_DO = "Check that you are online, reload the page and try again, in another browser or network if the problem persists. "
  + "The page shows every result anyway, and its notebook runs in any Jupyter.";
export const WAIT = "It starts by itself when everything has loaded. If nothing moves for a few minutes, check that you are online, and reload the page. "
  + "The page shows every result anyway, and its notebook runs in any Jupyter.";
export const FOR_THE_HOST = "Only whoever runs the site can change this. The page shows every result anyway, and its notebook runs in any Jupyter.";
