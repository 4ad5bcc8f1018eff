import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundles, keptOrMade } from "../../../build/site/bundles/bundles.ts";
import { keepBundles, keptBundles } from "../../../build/site/bundles/cached-bundles.ts";
import { programHash } from "../../../build/site/bundles/program-hash.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const encoder = new TextEncoder();
const FILES = [
  { path: "assets/a.js", bytes: encoder.encode("export const degrees = '°';\n") },
  { path: "worker.js", bytes: encoder.encode("") },
];

const never = () => Promise.reject(new Error("made again"));

const kept = () => join(temporaryFolder(), "client/bundles.json");

describe("the bundles that every tree carries", () => {
  it("come from a process of its own as they would from this one, and are kept from then on", async () => {
    const paths = (await bundles()).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(["assets/client.js", "service-worker.js", "assets/pages/map.js"]));
    const file = kept();
    const made = await keptOrMade(file);
    expect(await keptOrMade(file, never)).toEqual(made);
    expect(made).toEqual(await bundles());
  });

  it("are the same bytes from the keep as made", () => {
    const file = kept();
    keepBundles(file, "a program", FILES);
    expect(keptBundles(file, "a program")).toEqual(FILES);
    expect(readdirSync(join(file, ".."))).toEqual(["bundles.json"]);
  });

  it("of another state of the program are not taken", () => {
    const file = kept();
    keepBundles(file, "a program", FILES);
    expect(keptBundles(file, "another")).toBeUndefined();
  });

  it.each([
    ["cut short", (text: string) => text.slice(0, -9)],
    ["with a byte changed", (text: string) => text.replace("export", "exporT")],
    ["empty", () => ""],
    ["without its hash", (text: string) => text.slice(text.indexOf("\n") + 1)],
    ["of something else", () => "{}"],
  ])("that are %s are made anew, and kept in their place", async (_, damage) => {
    const file = kept();
    await keptOrMade(file, () => Promise.resolve(FILES));
    writeFileSync(file, damage(readFileSync(file, "utf8")));
    let times = 0;
    const make = () => Promise.resolve((times++, FILES));
    expect(await keptOrMade(file, make)).toEqual(FILES);
    expect(await keptOrMade(file, make)).toEqual(FILES);
    expect(times).toBe(1);
  });

  it("that cannot be kept are there all the same", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "client"), "a file where a folder should be");
    expect(await keptOrMade(join(folder, "client/bundles.json"), () => Promise.resolve(FILES))).toEqual(FILES);
  });

  it("are whole whoever of several writes them last", async () => {
    const file = kept();
    const builds = Array.from({ length: 8 }, () => keptOrMade(file, () => Promise.resolve(FILES)));
    expect(await Promise.all(builds)).toEqual(builds.map(() => FILES));
    expect(keptBundles(file, programHash(["build", "package.json", "tsconfig.json"]))).toEqual(FILES);
  });
});

describe("what a program is", () => {
  it("follows from the names and bytes of its files, and from nothing else that lies there", () => {
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
});
