// The page of the search: all that the box would find, and after it the places whose text has all
// words, each with what stands around them.  The text comes later than the first rows.
(() => {
  const MOST = 40, SAID = 260, IN_TEXT = 30;
  const ENOUGH = .6;  // of the words of what was pasted
  const SENTENCE = 4;  // words: so many in a row are meant literally
  const { known, load, find, words, asking, pattern, anyOf, BEGIN, BETWEEN, stem, LONG, row } = window.bookSearch;
  const field = document.querySelector(".search-page input[type=search]");
  const list = document.querySelector("#search-results ul"), count = document.querySelector(".search-page .found-count");

  let texts;
  const text = () => texts ??= load("find-text.js", "bookText").then((pages) => {
    const all = new Map();
    for (const [page, places] of pages) for (const [anchor, said] of Object.entries(places)) all.set(`${page}#${anchor}`, said);
    return all;
  });

  // Places with most words of what was pasted; the more of them follow each other, the better.
  const alike = (all, places, given) => {
    const any = anyOf(given);
    const stems = given.map(stem), next = new Map(stems.map((word, at) => [word, stems[at + 1]]));
    const found = [];
    for (const [place, said] of all) {
      const there = places.has(place) ? [...said.matchAll(any)].map((match) => stem(match[2].toLowerCase())) : [];
      const worth = new Set(there.filter((word, at) => next.has(word) && next.get(word) === there[at + 1])).size;
      if (new Set(there).size >= ENOUGH * given.length) found.push({ place, worth });
    }
    return found.sort((a, b) => b.worth - a.worth).slice(0, IN_TEXT).map(({ place }) => places.get(place));
  };

  // Places with all the words: the nearer these stand, and the more of the place they are, the better.
  const inText = (all, places, given, phrase) => {
    const each = given.map((word) => anyOf([word]));
    const found = [];
    for (const [place, said] of all) {
      if (places.has(place) && each.every((word) => said.search(word) >= 0)) {
        const often = each.reduce((sum, word) => sum + Math.log1p(said.match(word).length), 0);
        found.push({ place, worth: (phrase.test(said) ? 3 : 1) * often / Math.log(50 + said.length) });
      }
    }
    return found.sort((a, b) => b.worth - a.worth).slice(0, IN_TEXT).map(({ place }) => places.get(place));
  };

  const show = async () => {
    const asked = field.value, given = asking(asked).slice(0, 40);
    const said = (number, text) => `${number} ${number === 1 ? "result" : "results"}${text}`;
    const rows = (things, all) => list.replaceChildren(...things.map((thing) => row({ ...thing, says: all?.get(`${thing.page}#${thing.anchor}`) || thing.says }, given, SAID)));
    if (!asked.trim()) { rows([]); count.textContent = ""; return; }
    try {
      const data = await known();
      const { way, found } = find(data, asked);
      const named = found.slice(0, MOST);
      if (asked !== field.value) return;
      rows(named);
      count.textContent = said(named.length, " so far …");
      const all = await text();
      if (asked !== field.value) return;
      const places = new Map(data.things.map((thing) => [`${thing.page}#${thing.anchor}`, thing]));
      const typed = words(asked).slice(0, 40), phrase = new RegExp(BEGIN + typed.map(pattern).join(BETWEEN), "iu");
      const there = (given.length > LONG ? alike : inText)(all, places, given, phrase);
      const literal = typed.length < SENTENCE ? [] : there.filter(({ page, anchor }) => phrase.test(all.get(`${page}#${anchor}`)));
      const things = [...new Set([...literal, ...(way === "any" ? [...there, ...named] : [...named, ...there])])];
      rows(things, all);
      count.textContent = things.length ? said(things.length, "") : "Nothing has this name, and no text contains all these words.";
    } catch { count.textContent = "The search could not be loaded."; }
  };

  field.value = new URLSearchParams(location.search).get("q") ?? "";
  field.addEventListener("input", () => {
    try { history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`); } catch { /* it keeps the old address */ }
    show();
  });
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.querySelector(".search-page").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    if (stops[at]) { event.preventDefault(); stops[at].focus(); }
  });
  field.focus();
  show();
})();
