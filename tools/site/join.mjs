// Join style sheets and scripts for tools/site/light.py, which tells what by JSON on standard input:
//
//   from: the folder _static; to: the folder of what is made; words: what a selector can mean;
//   kept, states: patterns of selectors and attributes that scripts bring; cuts: smaller faces, by
//   the name of the file, with the letters of the cut and the others; bundles: files, by name.
//
// It answers with the name of each bundle, which tells its content.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { build, transform } from "esbuild";
import postcss from "postcss";
import { PurgeCSS } from "purgecss";

const { from, to, words, kept, states, cuts, bundles } = JSON.parse(await text(process.stdin));
const SMALL = { minify: true, charset: "utf8", legalComments: "eof" };
const FILES = Object.fromEntries([".woff2", ".woff", ".png", ".svg"].map((kind) => [kind, "file"]));

const smaller = {
  name: "smaller faces",
  setup: ({ onResolve }) => onResolve({ filter: /\.woff2$/ }, ({ path }) => cuts[basename(path)] && { path: cuts[basename(path)].file }),
};

async function together(sheets) {
  const imports = sheets.map(({ file }) => `@import "./${file}";`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents: imports, resolveDir: from, loader: "css" }, bundle: true, write: false, outdir: to,
    loader: FILES, assetNames: "faces/[name].[hash]", plugins: [smaller], charset: "utf8",
    external: ["../vendor/*"],  // the theme's icons: look.css has those that are used
  });
  for (const { path, contents } of outputFiles) {
    if (extname(path) === ".css") continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, contents);
  }
  return outputFiles.find(({ path }) => extname(path) === ".css")?.text ?? "";
}

// Two faces for one: that of the letters of the book, and the whole one for what a reader types.
function inTwo(rule) {
  for (const source of rule.nodes.filter(({ prop }) => prop === "src")) {
    const file = source.value.match(/faces\/([\w-]+)\.\w+\.woff2/)?.[1];
    const cut = cuts[`${file}.woff2`];
    if (!cut?.others) continue;
    const whole = rule.cloneAfter({});
    whole.walkDecls("src", (each) => { each.value = `url(${relative(from, cut.whole)}) format("woff2")`; });
    whole.append({ prop: "unicode-range", value: cut.others });
    rule.append({ prop: "unicode-range", value: cut.letters });
  }
}

async function sheet(files) {
  const parts = await Promise.all([false, true].map((own) => together(files.filter((each) => each.own === own))));
  // the theme's icons come from the book's own face
  const others = postcss([{ postcssPlugin: "icons", Once: (root) => root.walkAtRules("font-face", (rule) => /Font Awesome/.test(rule) && rule.remove()) }]);
  const [purged] = await new PurgeCSS().purge({
    content: [{ raw: words, extension: "txt" }], css: [{ raw: (await others.process(parts[0], { from: undefined })).css }],
    fontFace: true, dynamicAttributes: states, safelist: kept.map((pattern) => new RegExp(pattern)),
  });
  const halves = postcss([{ postcssPlugin: "halves", Once: (root) => root.walkAtRules("font-face", inTwo) }]);
  // the book's own sheets stay whole: PurgeCSS does not know :is()
  const { css } = await halves.process(`${purged.css}\n${parts[1]}`, { from: undefined });
  return (await transform(css, { ...SMALL, loader: "css" })).code;
}

async function script(files) {
  const texts = await Promise.all(files.map(async ({ file, own }) => {
    const code = await readFile(join(from, file), "utf8");
    const alone = own ? `try { ${code}\n} catch (error) { reportError(error); }` : code;  // one that fails, fails alone
    return (await transform(alone, { ...SMALL, loader: "js", sourcefile: file })).code;
  }));
  return texts.join(";");
}

const made = {};
await mkdir(to, { recursive: true });
for (const [name, files] of Object.entries(bundles)) {
  const kind = extname(name), code = await (kind === ".css" ? sheet : script)(files);
  const sign = createHash("sha256").update(code).digest("hex").slice(0, 8);
  made[name] = `${basename(name, kind)}.${sign}${kind}`;
  await writeFile(join(to, made[name]), code);
}
process.stdout.write(JSON.stringify(made));
