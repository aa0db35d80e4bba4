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
  const NAMES = ["title", "also", "people", "label"];
  const SHORT = {
    thm: "theorem", lem: "lemma", def: "definition", prop: "proposition", cor: "corollary", alg: "algorithm", rem: "remark",
    ex: "exercise", exc: "exercise", fig: "figure", eq: "equation", eqn: "equation", formula: "equation", ch: "chapter", chap: "chapter",
  };
  const KINDS = new Set(["theorem", "lemma", "proposition", "corollary", "definition", "algorithm", "inequality", "example", "exercise", "rule", "method"]);
  const isKind = (word) => KINDS.has(word);
  const isAboutNumbers = (word) => /^\d+\.\d+$/.test(word) || isKind(word) || word in SHORT || ["figure", "equation", "number", "no"].includes(word);
  const NOT_ASKED = new Set(("a an the of is are in for and or to on by with from about as at it its be do does did can i you we my me "
    + "what which who why how when where between difference define explain").split(" "));
  const LONG = 9;  // words: more were pasted
  const MOST_OF_LONG = 40;

  const words = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "")
    .replace(/[’']s?(?![\p{L}\p{N}])/gu, "").split(/[^\p{L}\p{N}.]+/u).map((word) => word.replace(/^\.+|\.+$/g, "")).filter(Boolean);
  const OTHER = { sklearn: "scikit" };
  const british = (word) => word.replace(/([iy])z(?=[aei])/g, "$1s").replace(/or(?=s?$|al|ed|ing|able)/, "our").replace(/([nt])re(?=[sd]?$)/, "$1er");
  const ending = (word) => {  // what remains of a word without its endings
    if (word.length < 4 || /[^\p{L}]/u.test(word)) return word;
    const plain = word.replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/([^sui])s$/, "$1");
    const one = plain.replace(/(i[sz])(?:ation|er|ed|ing|e)$/, "$1").replace(/ation$/, "at").replace(/bility$/, "ble")
      .replace(/^(.{4,})(?:ness|ly)$/, "$1").replace(/^(.{4,})(?:ence|ent)$/, "$1")
      .replace(/([aeiouy].+)(?:ing|ed)$/, "$1").replace(/([bdfglmnprt])\1$/, "$1");
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

  const parted = (title) => title.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");  // RandomFeatures
  const index = (pages) => {
    const things = pages.flatMap(([page, chapter, own, rows]) => rows.map(([kind, name, title, given, mark, also, people, says]) => {
      const code = ["code", "module", "part"].includes(kind);
      const anchor = given || (code ? `lecture_code.${also.split(";")[0]}.${title}` : kind === "section" ? slug(title) : "");
      const label = kind === "page" || kind === "more" ? page.split("/").pop() : anchor;
      const about = kind === "page" || kind === "more" ? chapter : code ? also.split(";")[0] : [chapter, own].filter(Boolean).join(" › ");
      return { kind, name, title, page, anchor, about, mark, also, people, says, label, code, called: words(title).map(stem) };
    }));
    const names = new Map(), numbers = new Map(), literally = new Set();
    const add = (map, at, entry) => { if (at) map.set(at, [...(map.get(at) ?? []), entry]); };
    const callIt = (name, id, strength) => {
      for (const said of new Set([name, ...(name.includes("(") ? name.split(/[()]/) : [])])) {  // "(KKT)"
        const all = asking(said), bare = all.filter((word) => !isKind(word));
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
      extractField: (thing, field) => (field === "title" && thing.code ? `${thing.title} ${parted(thing.title)}` : thing[field]),
      tokenize: words,
      processTerm: (word, field) => (field === "says" ? stem(word) : [...new Set([stem(word), word])]),  // the word itself, for slips and beginnings
    });
    return search.addAllAsync(things.map((thing, id) => ({ ...thing, id })), { chunkSize: 300 }).then(() => ({ things, names, numbers, literally, search }));
  };

  const worth = ({ kind, mark, label }) => WORTH[kind] * (mark === "core" ? 1.25 : kind === "page" && label.includes("-exercises") ? .6 : 1);

  // What has the number, or the name, that is asked for.
  const numbered = ({ things, numbers }, asked) => {
    const found = asked.match(/(?:(\p{L}+)\.?\s*|^|[^\d.])\(?(\d+\.\d+)(?![\d.]*\d)/u);
    const kind = found?.[1]?.toLowerCase().replace(/s$/, "");
    const said = ({ kind: own }) => (own === (SHORT[kind] ?? kind) ? 1 : 0);
    return (numbers.get(found?.[2]) ?? []).map((id) => things[id]).sort((a, b) => said(b) - said(a) || worth(b) - worth(a));
  };
  const chapterOf = (plain) => plain.match(/^(?:(?:chapter|chap|ch|lecture)\.? ?)?(\d+)$/)?.[1];
  const labelled = ({ things, literally }, asked) => {  // as the source calls it: thm-novikoff, soft_svm
    const plain = asked.trim().toLowerCase().replace(/\s+/g, " "), chapter = chapterOf(plain);
    const program = plain.replace(/\(.*/, "");
    const isProgram = /[_(]/.test(plain) || !literally.has(program);  // else the word has another meaning
    return things.filter(({ label, title, code, name }) => label === plain || (chapter && name === `Chapter ${chapter}`)
      || (code && isProgram && title.toLowerCase() === program));
  };
  const called = ({ things, names }, asked) => {
    const all = asking(asked), bare = all.filter((word) => !isKind(word) && !isKind(stem(word)));
    const best = new Map();
    for (const each of [all, bare]) {
      for (const { id, strength, order, said } of names.get(key(each)) ?? []) {
        const thing = things[id];
        let likely = strength * worth(thing);
        if (all.includes(thing.kind)) likely *= 1.5;
        if (each.every((word) => thing.called.includes(stem(word)))) likely *= 1.2;
        if (said === each.join(" ")) likely *= 1.2;
        if (order !== inOrder(each)) likely *= .4;
        best.set(id, Math.max(best.get(id) ?? 0, likely));
      }
    }
    return [...best].sort((a, b) => b[1] - a[1]).map(([id]) => things[id]);
  };

  // What has all words, or any, as whole words, as beginnings, or with a slip.
  const slips = (word) => (word.length < 7 ? 1 : 2);
  const WHOLE = { tokenize: (text) => [text], processTerm: (word) => word };
  const look = ({ things, search }, all, way) => {
    const one = (word) => {
      const ways = [{ queries: [word], ...WHOLE, processTerm: stem }];
      if (way !== "pasted" && word.length > 1) ways.push({ queries: [word], ...WHOLE, prefix: true });
      if (way === "slip" && word.length > 4) ways.push({ queries: [word], ...WHOLE, fuzzy: slips(word) });
      return { combineWith: "OR", queries: ways };
    };
    const rest = all.filter((word) => !isKind(word));
    const needed = rest.length ? rest : all;
    const query = { combineWith: way === "any" || way === "pasted" ? "OR" : "AND", queries: needed.map(one) };
    const phrase = new RegExp(BEGIN + all.map(pattern).join(`${BETWEEN}(?:(?:of|the|a|an|in|for)${BETWEEN})?`), "iu");
    const together = all.length > 1 && way !== "pasted";
    return search.search(query, {
      boost: FIELDS,
      boostDocument: (id) => {
        const thing = things[id];
        const near = together && [thing.title, thing.also, thing.says].some((text) => phrase.test(text)) ? 2 : 1;
        const kind = all.includes(thing.kind) ? 1.5 : 1;
        return worth(thing) * near * kind / Math.sqrt(2 + Math.min(8, thing.called.length));
      },
    }).map(({ id, score, match }) => {  // the better, the more of the words are in its names
      const terms = Object.keys(match).filter((term) => match[term].some((field) => NAMES.includes(field)));
      const inNames = Math.min(1, new Set(terms.map(stem)).size / needed.length);
      return { thing: things[id], score: score * (1 + 2 * inNames ** 2) };
    }).sort((a, b) => b.score - a.score).map(({ thing }) => thing);
  };

  // The word of the book that was meant, where no word begins as the one that was typed.
  const corrected = ({ search }, word) => {
    if (word.length < 5 || search.search(word, { ...WHOLE, prefix: true }).length) return word;
    return search.autoSuggest(word, { ...WHOLE, fuzzy: slips(word), prefix: false })[0]?.suggestion ?? word;
  };

  // A word as it may be written, however it ends; where one begins, and what stands between two.
  // (Not by (?<!...): a browser that does not know this would run none of the joined script.)
  const pattern = (word) => ending(word).replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/([iy])[sz](?=[aei]|$)/g, "$1[sz]").replace(/ou?r/g, "ou?r") + (word.length < 4 ? "" : "[\\p{L}\\p{N}]*");

  const BEGIN = "(^|[^\\p{L}\\p{N}])", BETWEEN = "[^\\p{L}\\p{N}]+";
  const anyOf = (given) => new RegExp(`${BEGIN}(${given.map(pattern).join("|")})(?![\\p{L}\\p{N}])`, "giu");

  // All that is found, the best first, and whether every word was found ("any": not even misspelt).
  const find = (all, asked) => {
    const given = asking(asked);
    if (given.length > LONG) return { way: "any", found: look(all, given.slice(0, MOST_OF_LONG), "pasted") };
    const number = numbered(all, asked);
    const sure = [...number, ...labelled(all, asked), ...called(all, asked)];
    if (number.length && given.every(isAboutNumbers)) return { way: "all", found: [...new Set(sure)] };
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
    const each = anyOf(given);
    const near = text.search(new RegExp(BEGIN + given.map(pattern).join("[^.]{1,30}?"), "iu"));
    const first = near < 0 ? text.search(each) : near;
    const from = first > most * .6 ? text.lastIndexOf(" ", first - most * .3) + 1 : 0;
    const shown = text.slice(from, from + most + 20).replace(/\s+\S*$/, (end) => (from + most + 20 < text.length ? "…" : end));
    let at = 0;
    made.append(from ? "…" : "");
    for (const { 1: before, 2: word, index } of shown.matchAll(each)) {
      const start = index + before.length;
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

  return { known, load, find, words, asking, pattern, anyOf, BEGIN, BETWEEN, stem, LONG, row };
})();
