// What the search knows and how it ranks, for the box (find_box.js) and the page (find_page.js):
// by name, number or label, by other words, by what a statement says; with a slip of the pen too.
// MiniSearch looks words up, whole, begun or misspelt, and weighs them; what is called exactly as
// one asks stands before all that, by the few lines of `called`, which no library can know.
window.bookSearch = (() => {
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
  const WORTH = {  // of two equally good hits, what a reader will have meant
    page: 2, theorem: 2.2, definition: 2.3, algorithm: 1.9, lemma: 1.6, proposition: 1.6, corollary: 1.5, example: 1.2,
    remark: 1.4, section: 1.4, exercise: .9, figure: .7, equation: .6, more: 1.1, code: .35, module: .2, part: .15,
  };
  const FIELDS = { title: 5, also: 3.5, name: 3, label: 2, people: 1.5, says: .7, about: .6 };
  const SHORT = {
    thm: "theorem", lem: "lemma", def: "definition", prop: "proposition", cor: "corollary", alg: "algorithm", rem: "remark",
    ex: "exercise", exc: "exercise", fig: "figure", eq: "equation", eqn: "equation", formula: "equation", ch: "chapter", chap: "chapter",
  };
  const KINDS = new Set(["theorem", "lemma", "proposition", "corollary", "definition", "algorithm", "inequality", "example", "exercise", "rule", "method"]);
  const NOT_ASKED = new Set(("a an the of is are in for and or to on by with from about as at it its be do does did can i you we my me "
    + "what which who why how when where between difference define explain").split(" "));
  const LONG = 9;  // words: more were pasted
  const MOST_OF_LONG = 40;

  const words = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "")
    .replace(/[’']s?(?![\p{L}\p{N}])/gu, "").split(/[^\p{L}\p{N}.]+/u).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);
  const OTHER = { sklearn: "scikit" };
  const british = (word) => word.replace(/([iy])z(?=[aei])/g, "$1s").replace(/or(?=s?$|al|ed|ing|able)/, "our").replace(/(?<=[nt])re(?=[sd]?$)/, "er");
  const ending = (word) => {  // what remains of a word without its endings
    if (word.length < 4 || /[^\p{L}]/u.test(word)) return word;
    const plain = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/(?<![sui])s$/, "");
    const one = plain.replace(/(i[sz])(?:ation|er|ed|ing|e)$/, "$1").replace(/ation$/, "at").replace(/ability$/, "abl")
      .replace(/(?<=.{4})(?:ness|ly)$/, "").replace(/(?<=.{4})(?:ence|ent)$/, "")
      .replace(/(?<=[aeiouy].*.{1})(?:ing|ed)$/, "").replace(/([bdfglmnprt])\1$/, "$1");
    return one.length > 3 ? one.replace(/e$/, "") : one;
  };
  const stems = new Map();
  const stem = (word) => stems.get(word) ?? (stems.set(word, ending(british(word))), stems.get(word));
  const asking = (text) => {
    const all = [...new Set(words(text).map((word) => OTHER[word] ?? word))];
    const kept = all.filter((word) => !NOT_ASKED.has(word));
    return kept.length ? kept : all;
  };
  const inOrder = (all) => all.map(stem).join(" ");
  const key = (all) => [...new Set(all.map(stem))].sort().join(" ");
  const slug = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

  const load = (file, name) => new Promise((resolve, onerror) => {
    let found;
    if (name) window[name] = (data) => { found = data; };
    document.head.append(Object.assign(document.createElement("script"), { src: `${root}_static/${file}`, onload: () => resolve(found), onerror }));
  });

  let ready;
  const known = () => ready ??= Promise.all([load("find-data.js", "bookFind"), load("third-party/minisearch/index.js")]).then(([pages]) => index(pages));

  const index = (pages) => {
    const things = pages.flatMap(([page, chapter, own, rows]) => rows.map(([kind, name, title, given, mark, also, people, says]) => {
      const code = ["code", "module", "part"].includes(kind);
      const anchor = given || (code ? `lecture_code.${also.split(";")[0]}.${title}` : kind === "section" ? slug(title) : "");
      const label = kind === "page" || kind === "more" ? page.split("/").pop() : anchor;
      return { kind, name, title, page, anchor, about: kind === "page" || kind === "more" ? chapter : code ? also.split(";")[0] : [chapter, own].filter(Boolean).join(" › "), mark, also, people, says, label, code };
    }));
    const names = new Map(), numbers = new Map(), literally = new Set();
    const add = (map, at, entry) => { if (at) map.set(at, [...(map.get(at) ?? []), entry]); };
    const callIt = (name, id, strength) => {
      for (const said of new Set([name, ...(name.includes("(") ? name.split(/[()]/) : [])])) {  // "(KKT)"
        const all = asking(said), bare = all.filter((word) => !KINDS.has(word));
        for (const each of bare.length < all.length ? [all, bare] : [all]) {
          literally.add(each.join(" "));
          add(names, key(each), { id, strength: each === all ? strength : strength * .9, order: inOrder(each), said: each.join(" ") });
        }
      }
    };
    things.forEach(({ name, title, also, label, code }, id) => {
      add(numbers, name.match(/\d+\.\d+/)?.[0], id);
      if (code) return;
      callIt(title, id, 3);
      callIt(label.replace(/^[^-]+-/, "").replace(/-/g, " "), id, 2.2);
      for (const each of also.split(";")) callIt(each, id, 2);
    });
    const search = new MiniSearch({
      fields: Object.keys(FIELDS),
      extractField: (thing, field) => (field === "id" ? thing.id : field === "title" && thing.code ? `${thing.title} ${thing.title.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")}`
        : field === "label" ? thing.label.replace(/[-_]/g, " ") : thing[field]),
      tokenize: words,
      processTerm: (word, field) => (field === "says" ? stem(word) : [...new Set([stem(word), word])]),  // the word itself, for slips and beginnings
    });
    return search.addAllAsync(things.map((thing, id) => ({ ...thing, id })), { chunkSize: 300 }).then(() => ({ things, names, numbers, literally, search }));
  };

  const worth = ({ kind, mark }) => WORTH[kind] * (mark === "core" ? 1.25 : 1);

  // What has the number, or the name, that is asked for.
  const numbered = ({ things, numbers }, asked) => {
    const found = asked.match(/(?:(\p{L}+)\.?\s*)?\(?(?<![\d.])(\d+\.\d+)(?![\d.]*\d)/u);
    const kind = found?.[1]?.toLowerCase().replace(/s$/, "");
    const said = ({ kind: own }) => (own === (SHORT[kind] ?? kind) ? 1 : 0);
    return (numbers.get(found?.[2]) ?? []).map((id) => things[id]).sort((a, b) => said(b) - said(a) || worth(b) - worth(a));
  };
  const called = ({ things, names, literally }, asked) => {
    const plain = asked.trim().toLowerCase().replace(/\s+/g, " ");
    const program = plain.replace(/\(.*/, "");
    const chapter = plain.match(/^(?:(?:chapter|chap|ch|lecture)\.? ?)?(\d+)$/)?.[1];
    const exact = things.filter(({ label, title, code, name }) => label === plain || (code && title.toLowerCase() === program && (program.includes("_") || plain.includes("(") || !literally.has(program)))
      || (chapter && name === `Chapter ${chapter}`));
    const all = asking(asked);
    const bare = all.filter((word) => !KINDS.has(stem(word)) && !KINDS.has(word));
    const best = new Map();
    for (const each of [all, bare]) {
      for (const { id, strength, order, said } of names.get(key(each)) ?? []) {
        const title = new Set(words(things[id].title).map(stem));
        const likely = (all.includes(things[id].kind) ? 1.5 : 1) * (each.every((word) => title.has(stem(word))) ? 1.2 : 1) * (said === each.join(" ") ? 1.2 : 1) * (order === inOrder(each) ? 1 : .4);
        best.set(id, Math.max(best.get(id) ?? 0, strength * likely * worth(things[id])));
      }
    }
    return [...exact, ...[...best].sort((a, b) => b[1] - a[1]).map(([id]) => things[id])];
  };

  const look = ({ things, search }, all, way) => {
    const part = (queries, more) => ({ queries, tokenize: (text) => [text], ...more });
    const raw = (word) => word;
    const one = (word) => {
      const ways = [part([word], { processTerm: stem })];
      if (way !== "pasted" && word.length > 1) ways.push(part([word], { processTerm: raw, prefix: true }));
      if (way === "slip" && word.length > 4) ways.push(part([word], { processTerm: raw, fuzzy: .25 }));
      return { combineWith: "OR", queries: ways };
    };
    const rest = all.filter((word) => !KINDS.has(word));
    const needed = rest.length ? rest : all;
    const query = { combineWith: way === "any" || way === "pasted" ? "OR" : "AND", queries: needed.map(one) };
    const phrase = new RegExp(`(?<![\\p{L}\\p{N}])${all.map(pattern).join("[^\\p{L}\\p{N}]+(?:(?:of|the|a|an|in|for)[^\\p{L}\\p{N}]+)?")}`, "iu");
    const together = all.length > 1 && way !== "pasted";
    return search.search(query, {
      boost: FIELDS,
      boostDocument: (id) => {
        const thing = things[id];
        const near = together && (phrase.test(thing.title) || phrase.test(thing.also) || phrase.test(thing.says)) ? 2 : 1;
        const kind = all.includes(thing.kind) ? 1.5 : 1;
        return worth(thing) * near * kind / Math.sqrt(2 + Math.min(8, words(thing.title).length));
      },
    }).map(({ id, score, match }) => {  // the better, the more of the words are in its names
      const stems = (fields) => new Set(Object.keys(match).filter((term) => fields.some((field) => match[term].includes(field))).map(stem)).size;
      const inNames = Math.min(1, stems(["title", "also", "people", "label"]) / needed.length);
      return { thing: things[id], score: score * (1 + 2 * inNames ** 2) };
    }).sort((a, b) => b.score - a.score).map(({ thing }) => thing);
  };

  // The word of the book that was meant, where no word begins as the one that was typed.
  const corrected = ({ search }, word) => {
    const raw = (each) => each;
    const is = search.search(word, { processTerm: raw, prefix: true, tokenize: (text) => [text] }).length || word.length < 5;
    return is ? word : search.autoSuggest(word, { processTerm: raw, fuzzy: .25, prefix: false, tokenize: (text) => [text] })[0]?.suggestion ?? word;
  };

  // A word as it may be written, however it ends.
  const pattern = (word) => ending(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/([iy])[sz](?=[aei]|$)/g, "$1[sz]").replace(/ou?r/g, "ou?r") + "[\\p{L}\\p{N}]*";

  // All that is found, the best first, and whether every word was found ("any": not even misspelt).
  const find = (all, asked) => {
    const given = asking(asked);
    if (given.length > LONG) return { way: "any", found: look(all, given.slice(0, MOST_OF_LONG), "pasted") };
    const number = numbered(all, asked);
    const sure = [...number, ...called(all, asked)];
    if (number.length && given.every((word) => /^\d+\.\d+$/.test(word) || KINDS.has(SHORT[word] ?? word) || SHORT[word] || ["figure", "equation", "number", "no"].includes(word))) return { way: "all", found: [...new Set(sure)] };
    let way = "all", found = look(all, given, way);
    if (!found.length && !sure.length) {
      const meant = given.map((word) => corrected(all, word)).join(" ");
      sure.push(...called(all, meant));
      found = look(all, asking(meant), way);
    }
    if (found.length + sure.length < 3) found = [...found, ...look(all, given, "slip")];
    if (!found.length && !sure.length) [way, found] = ["any", look(all, given, "any")];
    return { way, found: [...new Set([...sure, ...found])] };
  };

  // The part of a text around the words, which are marked.
  const context = (text, given, most) => {
    const made = document.createElement("span");
    made.className = "found-says";
    const each = new RegExp(`(?<![\\p{L}\\p{N}])(?:${given.map(pattern).join("|")})(?![\\p{L}\\p{N}])`, "giu");
    const first = text.search(each);
    let from = first > most * .6 ? text.lastIndexOf(" ", first - most * .3) + 1 : 0;
    if (from < 0) from = 0;
    const shown = text.slice(from, from + most + 20).replace(/\s+\S*$/, (end) => (from + most + 20 < text.length ? "…" : end));
    let at = 0;
    made.append(from ? "…" : "");
    for (const { 0: word, index: start } of shown.matchAll(each)) {
      made.append(shown.slice(at, start), Object.assign(document.createElement("mark"), { textContent: word }));
      at = start + word.length;
    }
    made.append(shown.slice(at));
    return made;
  };

  const row = ({ kind, name, title, page, anchor, about, mark, says }, given, most) => {
    const link = Object.assign(document.createElement("a"), { href: `${root}${page}.html${anchor && `#${anchor}`}`, className: "reference internal" });
    const what = { more: "page", module: "code", part: "code" }[kind] ?? kind;
    const part = (className, text) => Object.assign(document.createElement("span"), { className, textContent: text });
    link.append(part(`found-title ${mark}`, [name, title].filter(Boolean).join(" · ")));
    if (says) link.append(context(says, given, most));
    link.append(part("found-where", [name ? "" : what, about].filter(Boolean).join(" · ")));
    const item = document.createElement("li");
    item.append(link);
    window.bookWatch?.(link);
    return item;
  };

  return { known, load, find, asking, pattern, stem, LONG, row };
})();
