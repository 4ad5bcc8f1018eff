import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openArchive } from "../../../build/agencies/usgs/archive.ts";
import { embeddedUsgs } from "../../../build/pipeline/load/embedded.ts";
import { archiveInput } from "../../../build/pipeline/load/inputs.ts";
import { memoizedLocators } from "../../../build/pipeline/load/memoized-locators.ts";
import { openDerived } from "../../../build/store/derived.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const root = temporaryFolder();
let made = 0;

/** A store with one segment a year. */
async function archived(...years: number[]) {
  const dir = path.join(root, `store-${++made}`);
  const files = openArchive(dir);
  const segments = [];
  for (const year of years) {
    const events = [liveEvent({ id: `us${year}`, time: Date.UTC(year, 5, 1) })];
    segments.push(await files.write(`${year}`, { events, withdrawn: [] }));
  }
  return { dir, state: { ...(await embeddedUsgs()), archive: { before: Date.UTC(2020, 0, 1), segments } } };
}

function namesIn(dir: string): string[] {
  const folder = path.join(dir, "derived");
  return existsSync(folder) ? readdirSync(folder).toSorted() : [];
}

describe("what is made of an archive", () => {
  it("is made once, kept beside the store, and made again where it depends on something else", async () => {
    const { dir, state } = await archived(2011, 2012);
    let calls = 0;
    const countIn = (dependsOn: string) => {
      const archive = archiveInput(dir, state, openDerived(dir));
      return archive?.parts.map((part) =>
        archive.getOrMake("tally", part.key, dependsOn, () => {
          calls++;
          return { ids: [...part.events()].map(({ id }) => id), dependsOn };
        }),
      );
    };
    const first = countIn("world 1");
    expect(first).toEqual([
      { ids: ["us2011"], dependsOn: "world 1" },
      { ids: ["us2012"], dependsOn: "world 1" },
    ]);
    expect(countIn("world 1")).toEqual(first);
    expect(calls).toBe(2);
    expect(countIn("world 2")?.[0]).toEqual({ ids: ["us2011"], dependsOn: "world 2" });
    expect(calls).toBe(4);
    expect(namesIn(dir)).toHaveLength(2);
  });

  it("is made again where the file is damaged, and forgotten with the part", async () => {
    const { dir, state } = await archived(2011, 2012);
    const ask = (from = state) => {
      const archive = archiveInput(dir, from, openDerived(dir));
      return archive?.parts.map((part) => archive.getOrMake("tally", part.key, "world", () => [...part.events()].length));
    };
    ask();
    const [name = ""] = namesIn(dir);
    const file = path.join(dir, "derived", name);
    writeFileSync(file, readFileSync(file, "utf8").replace(/1$/, "7"));
    expect(ask()).toEqual([1, 1]);
    ask({ ...state, archive: { ...state.archive, segments: state.archive.segments.slice(1) } });
    expect(namesIn(dir)).toHaveLength(1);
  });

  it("leaves the places of other points in the cache", async () => {
    const { dir, state } = await archived(2011);
    const derived = openDerived(dir);
    let calls = 0;
    const country = () => {
      calls++;
      return null;
    };
    for (let build = 0; build < 2; build++) {
      archiveInput(dir, state, derived);
      const { locate, keep } = memoizedLocators(() => ({ country, plate: () => null }), derived, "world 1");
      locate.country(35, 139);
      keep();
    }
    expect(calls).toBe(1);
  });

  it("is made anew each time where nothing can be written", async () => {
    const { dir, state } = await archived(2011);
    writeFileSync(path.join(dir, "derived"), "in the way");
    const archive = archiveInput(dir, state, openDerived(dir));
    expect(archive?.parts.map((part) => archive.getOrMake("tally", part.key, "world", () => 5))).toEqual([5]);
    expect(readFileSync(path.join(dir, "derived"), "utf8")).toBe("in the way");
  });

  it("is nothing where there is no archive", async () => {
    const usgs = await embeddedUsgs();
    expect(archiveInput(root, { ...usgs, archive: undefined }, openDerived(root))).toBeUndefined();
  });
});
