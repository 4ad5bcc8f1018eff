import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import type { ReadyFile } from "../ready-file.ts";

const SITE = fileURLToPath(new URL("..", import.meta.url));

let made: Promise<ReadyFile[]> | undefined;

/** The scripts of the pages, as `assets/pages/{name}.js`, and what they share. */
export function pageBundles(): Promise<ReadyFile[]> {
  made ??= bundle();
  return made;
}

/** The script of each kind of page, by its name in the tree. */
function entries(): Record<string, string> {
  const client = ["page", "start", "data-page"].map((name) => [name, `${SITE}client/${name}.ts`]);
  const tools = readdirSync(`${SITE}tools`, { withFileTypes: true })
    .filter((entry) => existsSync(`${SITE}tools/${entry.name}/browser.ts`))
    .map(({ name }) => [`tool-${name}`, `${SITE}tools/${name}/browser.ts`]);
  return Object.fromEntries([...client, ["map", `${SITE}map/client/main.ts`], ...tools]);
}

async function bundle(): Promise<ReadyFile[]> {
  const output = (await build({
    configFile: false,
    root: SITE,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: entries(),
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
