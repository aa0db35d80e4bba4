// Whether the Python of the site can be had: what is wrong is known within five seconds, whatever
// host or file is missing, and however the host is silent.
export const lite = new URL("../../lite/", import.meta.url);
const ABOUT = 2000, FILE = 2000;  // ms

const get = (address, limit, method = "GET") =>
  fetch(address, { method, cache: "no-cache", signal: AbortSignal.timeout(limit) });

export async function about() {
  const answer = await get(new URL("about.json", lite), ABOUT);
  if (!answer.ok) throw new Error(`${lite}about.json: ${answer.status}`);
  return answer.json();
}

// What is wrong with these files of the site or of another host, in words, or nothing.
export async function missing(files) {
  const found = await Promise.all(files.map(async (file) => {
    const address = new URL(file, lite);
    try {
      const answer = await get(address, FILE, "HEAD");
      return answer.ok ? null : `${address.host} has no ${address.pathname.split("/").pop()} (${answer.status}).`;
    } catch {
      return `${address.host} does not answer.`;
    }
  }));
  return found.find((problem) => problem) || null;
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

export const WHAT_TO_DO = "Look whether you are online, reload the page and try again, in another browser or network if it stays. "
  + "The page shows every result anyway, and its notebook runs in any Jupyter.";
