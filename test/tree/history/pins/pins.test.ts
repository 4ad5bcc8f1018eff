import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { isWholePin, openPin } from "../../../../build/tree/history/pins/files.ts";
import { compareHashes, deltaParent } from "../../../../build/tree/history/pins/table.ts";
import { pinFiles } from "../../../../build/tree/history/pins/update.ts";
import { pinFile, UNINDEXED } from "../../../../build/tree/unindexed.ts";
import type { WriteTreeOptions } from "../../../../build/tree/write-tree.ts";
import { verifyTree } from "../../../../build/verify/verify.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { file, plant, shard, snapshotAt } from "../../tiny-tree.ts";

const out = join(temporaryFolder(), "tree");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const BEGIN = Date.UTC(2018, 1, 7, 10);

beforeEach(() => rmSync(out, { recursive: true, force: true }));

/** A tree whose answers tell when it is of. */
function plantAt(later: number, more: Partial<WriteTreeOptions> = {}) {
  const asOf = new Date(BEGIN + later).toISOString();
  const text = `as of ${asOf}, ${"the same every time ".repeat(200)}`;
  return plant(out, [file("api/recent.json", text), file("q/a.json", "q", { section: "q" }), shard(`shard ${text}`)], {
    snapshot: snapshotAt(asOf),
    ...more,
  });
}

function pins(kind: "step" | "hour"): string[] {
  const folder = join(out, "pins", kind);
  return existsSync(folder) ? readdirSync(folder).map((name) => `pins/${kind}/${name}`) : [];
}

async function snapshotsIn(path: string): Promise<number> {
  return (await openPin(out, path))?.table.snapshots.length ?? 0;
}

describe("pins", () => {
  it("begin with none; each replaced snapshot adds one", async () => {
    await plantAt(0);
    expect(existsSync(join(out, "pins"))).toBe(false);
    await plantAt(MINUTE);
    await plantAt(2 * MINUTE);
    expect(pins("step")).toHaveLength(2);
    expect((await verifyTree(out)).faults).toEqual([]);
  });

  it("are those of an hour as one when the hour is over", async () => {
    for (let minute = 50; minute <= 70; minute += 5) await plantAt(minute * MINUTE);
    // Replaced at 10:55, and at 11:00, 11:05 and 11:10.
    expect(pins("step")).toHaveLength(3);
    expect(pins("hour")).toHaveLength(1);
    await plantAt(2 * HOUR);
    expect(pins("step")).toHaveLength(1);
    expect(await Promise.all(pins("hour").map(snapshotsIn))).toEqual([1, 3]);
    expect((await verifyTree(out)).faults).toEqual([]);
  });

  it("add none if nothing has changed", async () => {
    await plantAt(0);
    await plantAt(0);
    expect(existsSync(join(out, "pins"))).toBe(false);
  });

  it("tell what has hardly changed in a few bytes", async () => {
    for (let minute = 0; minute < 5; minute++) await plantAt(minute * MINUTE);
    const sizes = pins("step").map((path) => readFileSync(join(out, path)).length);
    expect(Math.max(...sizes.slice(1))).toBeLessThan(2_000);
  });

  it("stay for a week after the day on which their snapshot was replaced, or as long as is said", async () => {
    await plantAt(0);
    await plantAt(MINUTE);
    await plantAt(7 * DAY + 13 * HOUR);
    expect(pins("hour")).toHaveLength(1);
    await plantAt(7 * DAY + 14 * HOUR + MINUTE);
    expect(pins("hour")).toHaveLength(1);
    expect(pins("step")).toHaveLength(1);
    await plantAt(7 * DAY + 14 * HOUR + 2 * MINUTE, { steps: [pinFiles(1)] });
    expect(pins("hour")).toHaveLength(0);
    expect(pins("step")).toHaveLength(2);
  });

  it("are none if snapshots are not kept", async () => {
    await plantAt(0, { steps: [pinFiles(0)] });
    await plantAt(MINUTE, { steps: [pinFiles(0)] });
    expect(existsSync(join(out, "pins"))).toBe(false);
    await plantAt(2 * MINUTE);
    expect(pins("step")).toHaveLength(1);
    await plantAt(3 * MINUTE, { steps: [pinFiles(0)] });
    expect(existsSync(join(out, "pins"))).toBe(false);
  });

  it("begin anew, and say so, if a snapshot cannot be told whole", async () => {
    const encoded: string[] = [];
    await plantAt(0);
    await plantAt(MINUTE);
    writeFileSync(join(out, "api/recent.json"), "damaged");
    await plantAt(2 * MINUTE, { report: (line) => encoded.push(line) });
    expect(existsSync(join(out, "pins"))).toBe(false);
    expect(encoded.join()).toContain("api/recent.json does not match the index");
    await plantAt(3 * MINUTE);
    expect(pins("step")).toHaveLength(1);
  });

  it("verify finds damaged pins", async () => {
    for (let minute = 0; minute < 3; minute++) await plantAt(minute * MINUTE);
    const path = pins("step")[0] ?? "";
    const bytes = readFileSync(join(out, path));
    for (const at of [0, 9, 13, 30, 100, bytes.length - 1]) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      rmSync(join(out, path));
      writeFileSync(join(out, path), other);
      expect([at, isWholePin(other)]).toEqual([at, false]);
      expect((await verifyTree(out)).faults.map((fault) => [fault.path, fault.kind])).toEqual([[path, "changed"]]);
    }
  });

  it("a file that is cut is not a pin, whatever length it states", async () => {
    for (let minute = 0; minute < 3; minute++) await plantAt(minute * MINUTE);
    const path = pins("step")[0] ?? "";
    const bytes = readFileSync(join(out, path));
    for (let length = 0; length < bytes.length; length += 13) {
      rmSync(join(out, path));
      writeFileSync(join(out, path), bytes.subarray(0, length));
      expect([length, await openPin(out, path)]).toEqual([length, undefined]);
    }
    const endless = Buffer.from(bytes);
    endless.fill(0xff, 12, 20);
    rmSync(join(out, path));
    writeFileSync(join(out, path), endless);
    expect(await openPin(out, path)).toBeUndefined();
  });

  it("do not count if their name is another, and are strays then", async () => {
    await plantAt(0);
    await plantAt(MINUTE);
    mkdirSync(join(out, "pins/other"));
    writeFileSync(join(out, "pins/other/x.pin"), "");
    writeFileSync(join(out, "pins/step/x.pin"), "");
    const { faults } = await verifyTree(out);
    expect(faults.map(({ path, kind }) => `${path} ${kind}`).toSorted()).toEqual(["pins/other/x.pin stray", "pins/step/x.pin stray"]);
  });
});

describe("the name of a pin", () => {
  const since = "2018-02-07T00:00:00.000Z";
  const path = pinFile("step", { id: "0123456789abcdef", since });

  it("tells when its snapshot was replaced", () => {
    expect(path).toBe("pins/step/20180207T000000.000Z-0123456789abcdef.pin");
    expect(UNINDEXED.pins.isFile(path)).toBe(true);
  });
});

describe("a version of a day", () => {
  it("is decoded in as many steps as its number has bits", () => {
    for (let version = 1; version < 1_440; version++) {
      let steps = 0;
      for (let at = version; at > 0; at = deltaParent(at)) steps++;
      expect(steps).toBeLessThanOrEqual(11);
    }
  });
});

it("hashes are in the order of their digits, wherever they are in a file", () => {
  const hash = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(hash, hash, fc.nat(9), fc.nat(9), fc.nat(32), (a, b, at, from, same) => {
      const other = [...a.slice(0, same), ...b.slice(same)];
      const placed = (bytes: number[], start: number) => Uint8Array.from([...Array<number>(start).fill(7), ...bytes]);
      const order = Buffer.compare(Uint8Array.from(a), Uint8Array.from(other));
      expect(Math.sign(compareHashes(placed(a, at), at, placed(other, from), from))).toBe(order);
    }),
  );
});
