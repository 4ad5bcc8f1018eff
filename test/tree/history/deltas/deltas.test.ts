import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TreeFile } from "../../../../build/tree/file.ts";
import { decodeDelta, encodeDelta } from "../../../../build/tree/history/deltas/delta.ts";
import { createFolderOrigin } from "../../../../build/tree/origins/open.ts";
import { verifyTree } from "../../../../build/verify/verify.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { type HostileServer, startHostileServer } from "../../hostile-server.ts";
import { impatient, mirror, publishWithDeltas } from "../../mirroring.ts";
import { file, plant, shard, snapshotAt } from "../../tiny-tree.ts";
import { filesUnder } from "../../tree-files.ts";

const folder = temporaryFolder();
const out = join(folder, "copy");
/** The tree as it was after each hour: 0 is none. */
const trees: string[] = [];
let server: HostileServer;

const HOURS = 5;
const patient = () => impatient(server.url, { timeoutMs: 20_000 });
const treeAt = (hour: number): string => trees[hour] ?? "";

beforeAll(async () => {
  for (let hour = 1; hour <= HOURS; hour++) {
    const dir = (trees[hour] = join(folder, `hour-${hour}`));
    for (let one = 1; one <= hour; one++) await publishWithDeltas(dir, one);
  }
  server = await startHostileServer(treeAt(1));
});
afterAll(() => server.close());
beforeEach(() => {
  server.serve(treeAt(1));
  server.behave();
  rmSync(out, { recursive: true, force: true });
});

function deltasOf(dir: string, kind: string): string[] {
  const at = join(dir, "deltas", kind);
  return existsSync(at) ? readdirSync(at) : [];
}

/** The copy as it was at the first hour, then the origin at a later one. @returns what was asked of it */
async function follow(hour: number): Promise<string[]> {
  await mirror(patient(), out);
  server.serve(treeAt(hour));
  server.asked.length = 0;
  await mirror(patient(), out);
  return server.asked.filter((path) => path !== "snapshot.json" && path !== "snapshot.json.sig");
}

/** Whether a copy that becomes the tree asks for a file that has changed. */
async function asksForFile(dir: string, copy = out, more: Parameters<typeof mirror>[2] = {}): Promise<boolean> {
  server.serve(dir);
  server.asked.length = 0;
  await mirror(patient(), copy, more);
  expect(filesUnder(copy)).toEqual(filesUnder(dir));
  return server.asked.includes("api.json");
}

/** More than a delta may tell. */
function large(digit: string): TreeFile {
  return file("large.txt", digit.repeat(16_000_001), { compress: false });
}

describe("a planted tree", () => {
  it("tells a changed pack by the one of the same first line, which no manifest names", async () => {
    const dir = join(folder, "packs");
    const lines = Array.from({ length: 40 }, (_, at) => `{"event_id":"us${at}","padding":"${"x".repeat(100)}"}`);
    const packed = (name: string, last: string) => shard(`{"pack":"${name}","earthquakes":[\n${[...lines, last].join(",\n")}\n]}\n`);
    await plant(dir, [packed("00000000/1", "{}"), packed("80000000/1", "[]")], { snapshot: snapshotAt("2018-02-07T00:00:00.000Z") });
    await plant(dir, [packed("00000000/1", "{}"), packed("80000000/1", "[1]")], { snapshot: snapshotAt("2018-02-07T00:01:00.000Z") });
    const [name = ""] = deltasOf(dir, "step");
    const { contents } = decodeDelta(readFileSync(join(dir, "deltas/step", name)));
    expect(contents.map(({ base }) => base !== null)).toEqual([true]);
    expect(contents[0]?.length).toBeLessThan(100);
  });

  it("describes a changed table by a removed one, and a new page by another page", async () => {
    const dir = join(folder, "tables");
    const table = (seed: string, last: number) =>
      Buffer.concat([...Array(64).keys()].map((at) => createHash("sha256").update(`${seed}${at}`).digest())).fill(last, 2_000);
    const archive = (bytes: Buffer): TreeFile => {
      const hash = createHash("sha256").update(bytes).digest("hex");
      return { path: `archive/${hash}.bin`, section: "archive", cache: "immutable", compress: false, bytes: () => bytes };
    };
    const page = (id: string) => {
      const template = Array.from({ length: 200 }, (_, at) => `<p>row ${at * at}</p>`).join("");
      return file(`earthquakes/${id}/index.html`, `${template}${id}`, { section: "event-pages", compress: false });
    };
    await plant(dir, [archive(table("a", 0)), archive(table("b", 0)), page("us1"), file("api.json", "[1]")], {
      snapshot: snapshotAt("2018-02-07T00:00:00.000Z"),
    });
    await plant(dir, [archive(table("a", 1)), archive(table("b", 1)), page("us1"), page("us2"), file("api.json", "[1]")], {
      snapshot: snapshotAt("2018-02-07T00:01:00.000Z"),
    });
    const [name = ""] = deltasOf(dir, "step");
    const { contents } = decodeDelta(readFileSync(join(dir, "deltas/step", name)));
    expect(contents.map(({ base }) => base !== null)).toEqual([true, true, true]);
    for (const { length } of contents) expect(length).toBeLessThan(150);
    expect(new Set(contents.map(({ base }) => base)).size).toBe(3);
  });

  it("has a delta from each snapshot to the next, and from the first of each hour to the first of the next", async () => {
    expect(deltasOf(treeAt(1), "step")).toEqual([]);
    expect(deltasOf(treeAt(3), "step")).toHaveLength(2);
    expect(deltasOf(treeAt(3), "hour")).toHaveLength(2);
    expect((await verifyTree(treeAt(3))).faults).toEqual([]);
  });

  it("keeps those of a day, and the coarse ones longer", async () => {
    const dir = join(folder, "days");
    for (let hour = 8; hour < 88; hour += 8) await publishWithDeltas(dir, hour);
    expect(deltasOf(dir, "step")).toHaveLength(3);
    expect(deltasOf(dir, "hour")).toHaveLength(9);
    // Four days begin, three of them after another one.
    expect(deltasOf(dir, "day")).toHaveLength(3);
  });

  it("keeps no delta that starts in the future, as one of a wrong clock does", async () => {
    const dir = join(folder, "clock");
    for (const hour of [1, 2]) await publishWithDeltas(dir, hour);
    const [name = ""] = deltasOf(dir, "step");
    const [now, later] = ["T030000", "T030001"].map((time) => name.replace("T010000", time));
    for (const copy of [now, later]) cpSync(join(dir, "deltas/step", name), join(dir, "deltas/step", `${copy}`));
    await publishWithDeltas(dir, 3);
    expect(deltasOf(dir, "step")).toContain(now);
    expect(deltasOf(dir, "step")).not.toContain(later);
  });

  it("has none if nothing has changed, and none of what was not there", async () => {
    const dir = join(folder, "same");
    for (const hour of [1, 1, 1]) await publishWithDeltas(dir, hour);
    expect(existsSync(join(dir, "deltas"))).toBe(false);
  });

  it("has no delta that would contain most of the tree", async () => {
    const dir = join(folder, "large");
    await plant(dir, [large("1")]);
    await plant(dir, [large("2")], { snapshot: snapshotAt("2018-02-07T00:01:00.000Z") });
    expect(existsSync(join(dir, "deltas"))).toBe(false);
  });
});

describe("a mirror", () => {
  it("uses several deltas, and offers them to its own mirrors", async () => {
    const asked = await follow(4);
    expect(asked.every((path) => path.startsWith("deltas/step/"))).toBe(true);
    expect(asked).toHaveLength(3);
    expect(filesUnder(out)).toEqual(filesUnder(treeAt(4)));
    const second = join(folder, "second-hand");
    await mirror(createFolderOrigin(treeAt(1)), second);
    const { fetched } = await mirror(createFolderOrigin(out), second);
    expect(fetched.files).toBe(1);
    expect(filesUnder(second)).toEqual(filesUnder(treeAt(4)));
  });

  it("a mirror that is far behind uses the coarse deltas until it is near", async () => {
    const asked = await follow(5);
    // There is no day's: of these hours none is the first of another day.
    expect(asked.map((path) => path.split("/")[1])).toEqual(["day", "hour", "step", "step", "step"]);
    expect(filesUnder(out)).toEqual(filesUnder(treeAt(5)));
  });

  it("goes by the delta to a tree that was built again from the same data", async () => {
    const dir = join(folder, "anew");
    const plantText = (text: string) => plant(dir, [file("api.json", text.repeat(300))]);
    await plantText("one program ");
    await mirror(createFolderOrigin(dir), out);
    await plantText("a later program ");
    expect(await asksForFile(dir, out)).toBe(false);
  });

  it("goes by deltas whose contents together are as large as a tree may be, and fetches files beyond that", async () => {
    // Each version has another large file, so that the contents on the way are more than any tree has.
    const dir = join(folder, "superseded");
    const publishPart = (n: number) => {
      const parts = Array.from({ length: 20 }, (_, at) => `${(at * n) % 7} quakes `.repeat(300)).join("");
      const asOf = new Date(Date.parse("2018-02-07T00:00:00.000Z") + n * 60_000).toISOString();
      return plant(dir, [file("api.json", parts, { compress: false })], { snapshot: snapshotAt(asOf) });
    };
    await publishPart(1);
    const copies = [join(folder, "room"), join(folder, "no-room")];
    for (const copy of copies) await mirror(createFolderOrigin(dir), copy);
    for (const n of [2, 3]) await publishPart(n);
    const told = deltasOf(dir, "step").flatMap((name) => decoded(readFileSync(join(dir, "deltas/step", name))).contents);
    const all = told.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(await asksForFile(dir, copies[0], { maxBytes: all })).toBe(false);
    expect(await asksForFile(dir, copies[1], { maxBytes: all - 1 })).toBe(true);
  });

  it("goes by 80 deltas, and fetches files if there are more on the way", async () => {
    const dir = join(folder, "long");
    const copies = [join(folder, "81-behind"), join(folder, "80-behind")];
    for (let step = 0; step <= 81; step++) {
      const asOf = new Date(Date.parse("2018-02-07T00:00:00.000Z") + step * 30_000).toISOString();
      await plant(dir, [file("api.json", `${step} quakes `.repeat(300))], { snapshot: snapshotAt(asOf) });
      if (step < copies.length) await mirror(createFolderOrigin(dir), copies[step] ?? "");
    }
    expect(await asksForFile(dir, copies[0])).toBe(true);
    expect(await asksForFile(dir, copies[1])).toBe(false);
  });

  it("fetches files if a delta is missing on the way", async () => {
    const holed = join(folder, "holed");
    for (let hour = 1; hour <= 4; hour++) await publishWithDeltas(holed, hour);
    for (const name of deltasOf(holed, "step").slice(1, 2)) rmSync(join(holed, "deltas/step", name));
    rmSync(join(holed, "deltas/hour"), { recursive: true });
    await mirror(patient(), out);
    server.serve(holed);
    await mirror(patient(), out);
    expect(filesUnder(out)).toEqual(filesUnder(treeAt(4)));
  });

  it.each([
    ["one that leads elsewhere", (good: Buffer) => reencoded(good, { to: { ...decoded(good).to, id: "0".repeat(16) } })],
    ["one that leads nowhere", (good: Buffer) => reencoded(good, { sections: [], contents: [], encoded: [] })],
    ["one that leads back to where it began", (good: Buffer) => reencoded(good, { to: decoded(good).from })],
    ["one of other contents", (good: Buffer) => reencoded(good, lied(decoded(good)))],
    ["one that drops a section", (good: Buffer) => reencoded(good, { sections: dropped(decoded(good)) })],
  ])("believes nothing of a delta: %s is passed over, and files are fetched", async (_what, wrong) => {
    const evil = join(folder, "evil");
    rmSync(evil, { recursive: true, force: true });
    for (const hour of [1, 2]) await publishWithDeltas(evil, hour);
    const path = join(evil, "deltas/step", deltasOf(evil, "step")[0] ?? "");
    const bytes = wrong(readFileSync(path));
    rmSync(path);
    writeFileSync(path, bytes);
    await mirror(patient(), out);
    server.serve(evil);
    server.asked.length = 0;
    await mirror(patient(), out);
    expect(server.asked.some((one) => one.startsWith("index/") || one === "api.json")).toBe(true);
    expect(filesUnder(out)).toEqual(filesUnder(treeAt(2)));
    expect((await verifyTree(out)).faults).toEqual([]);
  });

  it("a mirror with a damaged file fetches the file, also if a delta needs it", async () => {
    await mirror(patient(), out);
    const recent = join(out, "api/recent.json");
    rmSync(recent);
    writeFileSync(recent, "9 quakes ".repeat(400));
    server.serve(treeAt(2));
    await mirror(patient(), out);
    expect(filesUnder(out)).toEqual(filesUnder(treeAt(2)));
  });
});

describe("verify", () => {
  it("takes deltas as part of a tree, and nothing else that lies among them", async () => {
    const dir = join(folder, "strays");
    for (const hour of [1, 2]) await publishWithDeltas(dir, hour);
    mkdirSync(join(dir, "deltas/week"));
    for (const name of ["step/x.delta", "week/x", "step/x"]) writeFileSync(join(dir, "deltas", name), "x");
    const paths = (await verifyTree(dir)).faults.map(({ path }) => path);
    expect(paths.toSorted()).toEqual(["deltas/step/x", "deltas/step/x.delta", "deltas/week/x"]);
  });
});

function decoded(bytes: Buffer): ReturnType<typeof decodeDelta> {
  return decodeDelta(bytes);
}

function reencoded(good: Buffer, change: Partial<ReturnType<typeof decodeDelta>>): Buffer {
  return encodeDelta({ ...decoded(good), ...change });
}

/** All contents are told, with the hashes of what they are, and are others than those of the snapshot. */
function lied({ contents }: ReturnType<typeof decodeDelta>): Partial<ReturnType<typeof decodeDelta>> {
  const encoded = contents.map((_, at) => Buffer.from(`lie ${at}`));
  const hashes = encoded.map((bytes) => createHash("sha256").update(bytes).digest("hex"));
  const others = contents.map((one, at) => ({ ...one, base: null, bytes: 5, length: 5, sha256: hashes[at] ?? "" }));
  return { encoded, contents: others };
}

function dropped({ sections }: ReturnType<typeof decodeDelta>) {
  return sections.map((section, at) => (at === 0 ? { ...section, put: [], gone: ["api.json", "api/recent.json"] } : section));
}
