// Minify a script that stands alone: node minify.mjs SCRIPT TARGET
import { build } from "esbuild";

const [script, target] = process.argv.slice(2);
await build({ entryPoints: [script], outfile: target, minify: true });
