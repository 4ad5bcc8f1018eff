import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import type { ReadyFile } from "./ready-file.ts";

const BROWSER = fileURLToPath(new URL("../pages/browser", import.meta.url));

let made: Promise<ReadyFile[]> | undefined;

/** The scripts of the pages: `assets/pages/{name}.js` for each file in `pages/browser`, and what they share. */
export function pageBundles(): Promise<ReadyFile[]> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<ReadyFile[]> {
  const entries = readdirSync(BROWSER).filter((name) => name.endsWith(".ts"));
  const output = (await build({
    configFile: false,
    root: BROWSER,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((name) => [name.slice(0, -".ts".length), `${BROWSER}/${name}`])),
        output: {
          entryFileNames: "assets/pages/[name].js",
          chunkFileNames: "assets/pages/shared/[name]-[hash].js",
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output.output
    .map((file) => ({
      path: file.fileName,
      bytes: new TextEncoder().encode(file.type === "chunk" ? file.code : String(file.source)),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
