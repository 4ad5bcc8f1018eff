import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import {
  type CodeKeyOptions,
  codeKey,
  type KnownSources,
  PROGRAM,
  programHash,
  reachable,
  recallSources,
  resultKey,
  sourcesToKeep,
} from "../../build/platform/program-hash.ts";
import { temporaryFolder } from "../support/temporary.ts";

it("the hash of a program depends on the names and bytes of its files, and on no other files", () => {
  const root = `${temporaryFolder()}/`;
  mkdirSync(join(root, "build/room"), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write("build/a.ts", "1");
  write("build/room/b.ts", "2");
  const first = programHash(["build", "package.json"], root);
  write("build/a.ts~", "an editor's copy");
  expect(programHash(["build", "package.json"], root)).toBe(first);
  write("build/room/b.ts", "3");
  const changed = programHash(["build", "package.json"], root);
  write("build/room/b.ts", "2");
  write("build/room/c.ts", "");
  const added = programHash(["build", "package.json"], root);
  expect(new Set([first, changed, added]).size).toBe(3);
});

it("the key of a result tells numbers apart that JSON does not", () => {
  const numbers = [0, -0, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1];
  const places = numbers.flatMap((value) => [[value], ["a", value, "b"], [[value]], [{ a: 1, b: [value] }], [{ b: value }]]);
  const keys = places.map((inputs) => resultKey("code", inputs));
  expect(new Set(keys).size).toBe(places.length);
  expect(places.map((inputs) => resultKey("code", inputs))).toEqual(keys);
  expect(resultKey(undefined, [1])).toBeUndefined();
});

describe("the key of code", () => {
  /** Modules that make what a build keeps from one run to the next. */
  const ENTRIES = ["answers/answers", "pipeline/load/geography", "rewrite/shards/make", "site/data/pages", "site/tools/pages"];

  it.each(ENTRIES)("covers every module that %s reaches", async (entry) => {
    const { metafile } = await build({
      entryPoints: [`${PROGRAM}build/${entry}.ts`],
      absWorkingDir: PROGRAM,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: "esm",
      packages: "external",
    });
    const reached = reachable([`${PROGRAM}build/${entry}.ts`]).map((file) => file.slice(PROGRAM.length));
    const bundled = Object.keys(metafile.inputs).filter((path) => path.startsWith("build/"));
    expect(bundled.length).toBeGreaterThan(5);
    expect(bundled.filter((path) => !reached.includes(path))).toEqual([]);
  });

  it.each(ENTRIES)("of %s says nothing of the agencies' parsers", (entry) => {
    const parsers = /agencies\/(?!plates\/)/;
    expect(reachable([`${PROGRAM}build/${entry}.ts`]).filter((file) => parsers.test(file))).toEqual([]);
  });

  it("is another where a module, one that it imports or what it reads is another, and only then", () => {
    const keyOf = (files: Readonly<Record<string, string>>, more: CodeKeyOptions = {}) => {
      const root = `${mkdtempSync(join(temporaryFolder(), "program-"))}/`;
      const all = {
        "package.json": "{}",
        "build/a.ts": 'import {\n  b,\n} from "./room/b.ts";\nimport type { T } from "./types.ts";\nimport "zod";',
        "build/room/b.ts": 'export { c } from "./c.ts";\nexport const later = () => import("./later.ts");',
        "build/room/c.ts": "export const c = 1;",
        "build/room/later.ts": 'import { a } from "../a.ts";',
        "build/types.ts": "export type T = 1;",
        "build/other.ts": "",
        "data/words.json": "{}",
        ...files,
      };
      for (const [path, text] of Object.entries(all)) {
        mkdirSync(dirname(root + path), { recursive: true });
        writeFileSync(root + path, text);
      }
      return codeKey(["a"], { root, code: "build", data: ["data"], loadedAt: Date.now() + 60_000, ...more });
    };
    const key = keyOf({});
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf({ "build/types.ts": "export type T = 2;", "build/other.ts": "1" })).toBe(key);
    const others = ["package.json", "build/a.ts", "build/room/b.ts", "build/room/c.ts", "build/room/later.ts"];
    const changed = [...others, "data/words.json", "data/more.json"].map((path) => keyOf({ [path]: '"changed"' }));
    expect(new Set([key, ...changed]).size).toBe(changed.length + 1);
    const without = { without: (from: string, to: string) => from === "room/b" && to === "room/c" };
    expect(keyOf({ "build/room/c.ts": "2" }, without)).toBe(keyOf({}, without));
    expect(keyOf({}, { loadedAt: Date.now() - 60_000 })).toBeUndefined();
  });

  it("is the same where an earlier process has read the files, and another where one was written since", () => {
    const root = `${mkdtempSync(join(temporaryFolder(), "program-"))}/`;
    const write = (path: string, text: string) => writeFileSync(join(root, path), text);
    mkdirSync(join(root, "build"));
    write("package.json", "{}");
    write("build/a.ts", 'import "./b.ts";');
    write("build/b.ts", "1");
    const later = Date.now() + 60_000;
    /** As a new process does that knows what an earlier one read. Each has a path of its own to the same files. */
    const process = (sources: KnownSources) => {
      const own = `${mkdtempSync(join(temporaryFolder(), "process-"))}/program/`;
      symlinkSync(root, own.slice(0, -1));
      const moved = (path: string, from: string, to: string) => path.replace(from, to);
      const entries = Object.entries(sources).map(([file, source]) => [
        moved(file, root, own),
        { ...source, imports: source.imports.map((path) => moved(path, root, own)) },
      ]);
      recallSources(Object.fromEntries(entries));
      const key = codeKey(["a"], { root: own, code: "build", loadedAt: later });
      const kept = Object.entries(sourcesToKeep(later) ?? {}).filter(([file]) => file.startsWith(own));
      return {
        key,
        kept: Object.fromEntries(
          kept.map(([file, source]) => [
            moved(file, own, root),
            { ...source, imports: source.imports.map((path) => moved(path, own, root)) },
          ]),
        ),
      };
    };
    const first = process({});
    expect(Object.keys(first.kept)).toHaveLength(3);
    expect(process(first.kept).key).toBe(first.key);
    // What is known is believed as long as the state of the file is the same.
    const a = join(root, "build/a.ts");
    const other = { ...first.kept[a]!, hash: "0".repeat(32) };
    expect(process({ ...first.kept, [a]: other }).key).not.toBe(first.key);
    write("build/a.ts", 'import "./b.ts"; ');
    const changed = process(first.kept);
    expect(changed.key).not.toBe(first.key);
    expect(changed.key).toBe(process({}).key);
  });

  it("is not kept for files that were written after the process began", () => {
    const root = `${mkdtempSync(join(temporaryFolder(), "program-"))}/`;
    mkdirSync(join(root, "build"));
    for (const path of ["package.json", "build/a.ts"]) writeFileSync(join(root, path), "{}");
    recallSources({});
    codeKey(["a"], { root, code: "build", loadedAt: Date.now() + 60_000 });
    const keptAt = (loadedAt: number) => Object.keys(sourcesToKeep(loadedAt) ?? {}).filter((file) => file.startsWith(root));
    expect(keptAt(Date.now() + 60_000)).toHaveLength(2);
    expect(keptAt(Date.now() - 60_000)).toEqual([]);
  });
});
