// Bundle a script with what it imports from node_modules: node bundle.mjs SCRIPT TARGET
import { build } from "esbuild";

const [script, target] = process.argv.slice(2);
await build({ entryPoints: [script], outfile: target, bundle: true, format: "iife", legalComments: "inline" });
