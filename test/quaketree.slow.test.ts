import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "./support/temporary.ts";

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL("..", import.meta.url));

let root: string;

/** A checkout of a program of two modules, which prints a word and where it is. */
beforeEach(() => {
  root = temporaryFolder();
  for (const folder of ["build/cli", "node_modules/@esbuild"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ["esbuild", "tsx"]) symlinkSync(join(PROJECT, "node_modules", name), join(root, "node_modules", name));
  for (const name of ["quaketree.js", "checkout.js"]) cpSync(join(PROJECT, "build", name), join(root, "build", name));
  writeFileSync(join(root, "package.json"), '{"type":"module","engines":{"node":">=20.19"}}');
  writeFileSync(
    join(root, "build/cli/program.ts"),
    'import { word } from "../word.ts";\nexport const main = async () => console.log(word, import.meta.url);\n',
  );
  say("first");
});

function say(word: string): void {
  writeFileSync(join(root, "build/word.ts"), `export const word: string = "${word}";\n`);
}

async function said(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(root, "build/quaketree.js")]);
  const [word = "", url] = stdout.trim().split(" ");
  expect(url).toBe(pathToFileURL(join(root, "build/cli/program.ts")).href);
  return word;
}

const cache = () => join(root, "node_modules/.cache/quaketree");
const bundles = () => readdirSync(cache()).filter((name) => /^[0-9a-f]{32}$/.test(name));

describe("the program in a checkout", () => {
  it("is bundled once, and again when a source has changed, whatever its size and time", async () => {
    expect([await said(), await said()]).toEqual(["first", "first"]);
    expect(bundles()).toHaveLength(1);
    const { atime, mtime } = statSync(join(root, "build/word.ts"));
    say("third");
    utimesSync(join(root, "build/word.ts"), atime, mtime);
    expect(await said()).toBe("third");
    expect(bundles()).toHaveLength(2);
  });

  it("is that of its sources for several processes at once", async () => {
    await said();
    say("other");
    expect(await Promise.all([said(), said(), said()])).toEqual(["other", "other", "other"]);
    expect(readdirSync(cache()).filter((name) => name.startsWith("draft"))).toEqual([]);
  });

  it("is made anew if the cache is damaged, and keeps few old ones", async () => {
    await said();
    writeFileSync(join(cache(), "inputs.json"), "no list");
    expect(await said()).toBe("first");
    for (const bundle of bundles()) rmSync(join(cache(), bundle, "program.js"));
    expect(await said()).toBe("first");
    for (const word of ["a", "b", "c", "d", "e"]) {
      say(word);
      expect(await said()).toBe(word);
    }
    expect(bundles().length).toBeLessThanOrEqual(4);
  });

  it("runs if nothing can be kept", async () => {
    writeFileSync(join(root, "node_modules/.cache"), "");
    expect(await said()).toBe("first");
  });

  it("tells an error of a source", async () => {
    writeFileSync(join(root, "build/word.ts"), "export const word = ;\n");
    await expect(said()).rejects.toThrow(/word\.ts/);
  });
});
