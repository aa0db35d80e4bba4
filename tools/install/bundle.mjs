// Bundle a script with what it imports from node_modules: node bundle.mjs SCRIPT TARGET iife|esm
// A module is loaded as it is, so it is minified; what is joined with others is minified there.
import { build } from "esbuild";

const [script, target, format] = process.argv.slice(2);
await build({ entryPoints: [script], outfile: target, bundle: true, format, minify: format === "esm", charset: "utf8", legalComments: "inline" });
