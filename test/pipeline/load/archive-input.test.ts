import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { openSegments } from "../../../build/agencies/usgs/segments.ts";
import { archiveInput, embeddedUsgs } from "../../../build/pipeline/load/inputs.ts";
import { openDerive } from "../../../build/store/derive.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const root = temporaryFolder();
let made = 0;

/** A store with one segment a year. */
async function archived(...years: number[]) {
  const dir = path.join(root, `store-${++made}`);
  const files = openSegments(dir);
  const segments = [];
  for (const year of years) {
    const events = [liveEvent({ id: `us${year}`, time: Date.UTC(year, 5, 1) })];
    segments.push(await files.write(`${year}`, { events, withdrawn: [] }));
  }
  return { dir, state: { ...embeddedUsgs(), archive: { before: Date.UTC(2020, 0, 1), segments } } };
}

function valuesIn(dir: string): string[] {
  return readdirSync(path.join(dir, "derived/values"));
}

describe("what is made of an archive", () => {
  it("is made once, kept beside the store, and forgotten with the part", async () => {
    const { dir, state } = await archived(2011, 2012);
    const countIn = (version: string, from = state) => {
      const derive = openDerive(dir);
      const archive = archiveInput(dir, from, derive);
      const counts = archive?.parts.map((part) => archive.derive(`tally/${part.key}`, [version], () => [...part.events()].length).value);
      derive.save();
      return counts;
    };
    expect(countIn("world 1")).toEqual([1, 1]);
    const [value = ""] = valuesIn(dir);
    expect(valuesIn(dir)).toHaveLength(1);
    // Both parts have the same value.
    writeFileSync(path.join(dir, "derived/values", value), "7");
    expect(countIn("world 1")).toEqual([1, 1]);
    expect(countIn("world 2", { ...state, archive: { ...state.archive, segments: state.archive.segments.slice(1) } })).toEqual([1]);
    expect(readFileSync(path.join(dir, "derived/cells"), "utf8").match(/^tally/gm)).toHaveLength(1);
  });

  it("is nothing if there is no archive", async () => {
    const usgs = embeddedUsgs();
    expect(archiveInput(root, { ...usgs, archive: undefined }, openDerive(root))).toBeUndefined();
  });
});
