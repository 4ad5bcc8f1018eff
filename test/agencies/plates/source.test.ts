import { readFileSync } from "node:fs";
import { mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { displacement, incompleteness, type KnownBoundary, PLATE_CODES, readPlateFile } from "../../../build/agencies/plates/plates.ts";
import { PLATE_ADDRESSES, type PlatesSettings, platesSource } from "../../../build/agencies/plates/source.ts";
import { readPlatesState } from "../../../build/agencies/plates/state.ts";
import { DATA } from "../../../build/pipeline/load/geography.ts";
import { readStore } from "../../../build/pipeline/load/inputs.ts";
import { readBoundaries, readPlates } from "../../../build/pipeline/load/plates.ts";
import { UserError } from "../../../build/platform/error.ts";
import type { AgencyClient, AgencyRequest, Capture, Reply } from "../../../build/platform/http/agency-client.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { ingestWithLog, type Outcome } from "../../../build/store/agency.ts";
import { openDerive } from "../../../build/store/derive.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { asker } from "../asking.ts";
import { DIG_BOUNDARIES } from "../plate-files.ts";
import { wholeModel } from "../whole-model.ts";

const dir = temporaryFolder();
const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 21);

const newStore = (): Promise<string> => mkdtemp(join(dir, "store-"));

/** An agency that answers what it is told to, and remembers what it was asked. */
function agency(answers: Record<string, string | UserError | Reply>) {
  const asked: { address: string; options: AgencyRequest }[] = [];
  const ask: AgencyClient = async (address, options = {}) => {
    asked.push({ address, options });
    const answer = answers[address];
    if (answer instanceof UserError) throw answer;
    if (answer === undefined) throw new UserError("capture-unreachable", `no answer from ${address}`);
    return typeof answer === "string" ? content(answer) : answer;
  };
  return { ask, asked, answers };
}

function content(text: string, told: Partial<Capture> = {}): Reply {
  const bytes = new TextEncoder().encode(text);
  const capture = { bytes, retrievedFrom: "https://cdn.example/", retrievedAt: START, type: "text/plain", ...told };
  return { kind: "content", status: 200, capture };
}

function ingest(
  store: string,
  ask: AgencyClient,
  settings: PlatesSettings = {},
  now = START,
  accepted?: string,
  known: readonly KnownBoundary[] = [],
): Promise<Outcome> {
  return ingestWithLog(
    platesSource(settings, () => known),
    { store, ask, now: () => now, report: silentReport, unreadableShare: 0.5, accepted, derive: openDerive(store) },
  );
}

const model = wholeModel();

const WHOLE = {
  [PLATE_ADDRESSES.boundaries]: model.boundaries,
  [PLATE_ADDRESSES.plates]: model.plates,
  [PLATE_ADDRESSES.steps]: model.steps,
};

describe("the plate model", () => {
  it("is requested if the store does not have it, and stored with its provenance", async () => {
    const store = await newStore();
    const { ask, asked } = agency({ ...WHOLE });
    const outcome = await ingest(store, ask);
    expect(outcome).toMatchObject({ outcome: "applied", asOf: null, changes: [], rejected: [] });
    expect(asked.map(({ address }) => address)).toEqual(Object.values(PLATE_ADDRESSES));
    const state = await readPlatesState(store);
    expect(state?.plates?.plates).toHaveLength(52);
    expect(state?.boundaries?.capture).toMatchObject({
      address: PLATE_ADDRESSES.boundaries,
      retrievedFrom: "https://cdn.example/",
      checkedAt: START,
      bytes: model.boundaries.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(outcome.records).toBe(52 + (state?.boundaries?.lines.length ?? Number.NaN) + (state?.steps?.steps.length ?? Number.NaN));
  });

  it("is asked for again after 90 days only, and then whether it has changed", async () => {
    const store = await newStore();
    const etag = '"abc"';
    const first = agency({ ...WHOLE, [PLATE_ADDRESSES.plates]: content(model.plates, { etag }) });
    await ingest(store, first.ask);
    const early = agency({});
    expect(await ingest(store, early.ask, {}, START + 89 * DAY)).toMatchObject({
      outcome: "unchanged",
      addresses: [],
      dueAt: START + 90 * DAY,
    });
    expect(early.asked).toEqual([]);
    const late = agency({ ...WHOLE, [PLATE_ADDRESSES.plates]: { kind: "unchanged" } });
    expect(await ingest(store, late.ask, {}, START + 91 * DAY)).toMatchObject({ outcome: "unchanged", rejected: [] });
    expect(late.asked.map(({ options }) => options.etag)).toEqual([undefined, etag, undefined]);
    const state = await readPlatesState(store);
    expect(state?.plates?.capture).toMatchObject({ retrievedAt: START, checkedAt: START + 91 * DAY, etag });
    expect(state?.steps?.capture).toMatchObject({ retrievedAt: START, checkedAt: START + 91 * DAY });
  });

  it("is asked for again if the configuration names another address, or a clock was set back", async () => {
    const store = await newStore();
    await ingest(store, agency({ ...WHOLE }).ask);
    const moved = agency({ "https://mirror.example/plates": model.plates });
    await ingest(store, moved.ask, { plates: "https://mirror.example/plates" }, START + DAY);
    expect(moved.asked).toHaveLength(1);
    expect((await readPlatesState(store))?.plates?.capture.address).toBe("https://mirror.example/plates");
    const back = agency({ ...WHOLE });
    await ingest(store, back.ask, {}, START - DAY);
    expect(back.asked).toHaveLength(3);
  });

  it("takes from the default addresses only if none is given", async () => {
    const { ask, asked } = agency({ "https://mirror.example/b": model.boundaries });
    const store = await newStore();
    expect(await ingest(store, ask, { boundaries: "https://mirror.example/b" })).toMatchObject({ outcome: "applied" });
    expect(asked).toHaveLength(1);
    const state = await readPlatesState(store);
    expect(state?.boundaries).not.toBeNull();
    expect(state).toMatchObject({ plates: null, steps: null });
  });

  it.each<[string, string, string, string]>([
    ["incomplete boundaries", "boundaries", DIG_BOUNDARIES, "capture-incomplete"],
    ["half of the plates", "plates", halfOf(model.plates), "capture-incomplete"],
    ["steps in place of plates", "plates", model.steps, "capture-malformed"],
    ["a page of a web site", "steps", "<html><title>moved</title>", "capture-malformed"],
    ["an unknown plate", "boundaries", model.boundaries.replaceAll("AF", "QQ"), "capture-incomplete"],
  ])("a part is rejected if the agency sends %s, and the store keeps the former part", async (_, part, text, code) => {
    const store = await newStore();
    await ingest(store, agency({ ...WHOLE }).ask);
    const before = await readPlatesState(store);
    const address = PLATE_ADDRESSES[part as "plates"];
    const outcome = await ingest(store, agency({ ...WHOLE, [address]: text }).ask, {}, START + 91 * DAY);
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ what: address, code }] });
    const after = await readPlatesState(store);
    expect(after?.[part as "plates"]).toEqual(before?.[part as "plates"]);
    expect(after?.failures).toMatchObject({ [part]: { code, times: 1 } });
  });

  it("keeps the parts that arrived if one is missing, and requests it at growing intervals", async () => {
    const store = await newStore();
    const { [PLATE_ADDRESSES.steps]: steps, ...others } = WHOLE;
    const agent = agency(others);
    const hour = 3_600_000;
    expect(await ingest(store, agent.ask)).toMatchObject({ outcome: "rejected" });
    const state = await readPlatesState(store);
    expect(state?.plates).not.toBeNull();
    expect(state?.steps).toBeNull();
    agent.asked.length = 0;
    const again = await ingest(store, agent.ask, {}, START + hour - 1);
    expect(agent.asked).toEqual([]);
    expect(again).toMatchObject({ outcome: "rejected", addresses: [] });
    expect(again.rejected[0]?.hint).toBe("it is not asked again before 2026-11-21T01:00:00.000Z");
    await ingest(store, agent.ask, {}, START + hour);
    await ingest(store, agent.ask, {}, START + 2 * hour);
    expect(agent.asked).toHaveLength(1);
    agent.answers[PLATE_ADDRESSES.steps] = steps as string;
    expect(await ingest(store, agent.ask, {}, START + 3 * hour)).toMatchObject({ outcome: "applied", rejected: [] });
    expect((await readPlatesState(store))?.failures).toEqual({});
  });

  it("a model that never arrived is not in the store, but the store notes the requests", async () => {
    const store = await newStore();
    await ingest(store, agency({}).ask);
    expect(Object.keys((await readPlatesState(store))?.failures ?? {})).toEqual(["boundaries", "plates", "steps"]);
    expect(await readStore(store)).toEqual({});
    await ingest(store, agency({ ...WHOLE }).ask, {}, START + DAY);
    expect(Object.keys(await readStore(store))).toEqual(["plates"]);
  });

  it("may lie in files, which are read in each run and applied when they change", async () => {
    const store = await newStore();
    const file = join(dir, "boundaries.json");
    await writeFile(file, model.boundaries);
    const ask = asker({ fetch: () => Promise.reject(new Error("no network")), now: () => START, maxBytes: 1e8 });
    const settings = { boundaries: pathToFileURL(file).href };
    expect(await ingest(store, ask, settings)).toMatchObject({ outcome: "applied" });
    const written = await stat(join(store, "plates/state.json"));
    expect(await ingest(store, ask, settings)).toMatchObject({ outcome: "unchanged" });
    expect((await stat(join(store, "plates/state.json"))).ino).toBe(written.ino);
    await writeFile(file, model.boundaries.replace("{", "{ "));
    expect(await ingest(store, ask, settings)).toMatchObject({ outcome: "applied" });
    await writeFile(file, "");
    expect(await ingest(store, ask, settings)).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-empty" }] });
    expect(await ingest(store, ask, settings)).toMatchObject({ addresses: [settings.boundaries] });
    expect((await readPlatesState(store))?.boundaries).not.toBeNull();
  });

  it.each<[string, keyof typeof PLATE_ADDRESSES, (text: string) => string]>([
    [
      "has the lines of boundaries in their other hemisphere",
      "boundaries",
      (text) => text.replace(/,(-?)(\d[\d.]*)\]/g, (_, sign, y) => `,${sign ? "" : "-"}${y}]`),
    ],
    ["has other signs of subduction", "boundaries", (text) => text.replace(/("Name":"..)-/g, "$1/")],
    [
      "has other codes of plates",
      "plates",
      (text) => text.replace(/"(A.|C.)"/g, (_, code) => `"${code === "AF" ? "CR" : code === "CR" ? "AF" : code}"`),
    ],
    ["has other classes of steps", "steps", (text) => text.replaceAll("OSR", "SUB")],
    ["has every step twice", "steps", (text) => `${text}\n${text.split("\n").slice(1).join("\n")}`],
  ])("keeps the stored model if the new one %s", async (_, part, change) => {
    const [store, { ask, answers }] = [await newStore(), agency({ ...WHOLE })];
    await ingest(store, ask);
    const before = await readPlatesState(store);
    answers[PLATE_ADDRESSES[part]] = change(WHOLE[PLATE_ADDRESSES[part]] as string);
    const outcome = await ingest(store, ask, {}, START + 91 * DAY);
    expect(outcome).toMatchObject({ outcome: "rejected", rejected: [{ code: "capture-implausible" }] });
    expect((await readPlatesState(store))?.[part]).toEqual(before?.[part]);
    const hash = /--accept ([0-9a-f]{16})/.exec(outcome.rejected[0]?.hint ?? "")?.[1];
    expect((await ingest(store, ask, {}, START + 91 * DAY, "0".repeat(16))).outcome).toBe("rejected");
    expect(await ingest(store, ask, {}, START + 91 * DAY, hash)).toMatchObject({ outcome: "applied", rejected: [] });
    expect((await readPlatesState(store))?.[part]).not.toEqual(before?.[part]);
  });

  it("refuses even a first model that contradicts what is known of boundaries, and takes the right one after it", async () => {
    const file = readPlateFile(new TextEncoder().encode(model.boundaries), "model");
    const known = file.kind === "boundaries" ? file.lines : [];
    const exchanged = (text: string) =>
      text
        .replace(/\bAF\b/g, "??")
        .replace(/\bCR\b/g, "AF")
        .replaceAll("??", "CR");
    const store = await newStore();
    const answers = Object.fromEntries(Object.entries(WHOLE).map(([address, text]) => [address, exchanged(text)]));
    const { rejected } = await ingest(store, agency(answers).ask, {}, START, undefined, known);
    expect(rejected.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => "capture-implausible"));
    expect(await readStore(store)).toEqual({});
    const right = await ingest(store, agency({ ...WHOLE }).ask, {}, START + DAY, undefined, known);
    expect(right).toMatchObject({ outcome: "applied", rejected: [] });
  });

  it("a store that cannot be read is an error of the store, not of the agency", async () => {
    const store = await newStore();
    const { ask } = agency({ ...WHOLE });
    await ingest(store, ask);
    const file = join(store, "plates/state.json");
    await writeFile(file, (await readFile(file, "utf8")).replace('"format":1', '"format":2'));
    await expect(ingest(store, ask)).rejects.toMatchObject({ code: "store-malformed" });
  });
});

describe("the codes of the plates", () => {
  it("are those of the embedded plates", () => {
    const embedded = readPlates(join(import.meta.dirname, "../../../data")).map(({ code }) => code);
    expect(PLATE_CODES.toSorted()).toEqual(embedded.toSorted());
  });
});

describe("what a model lacks", () => {
  it("is nothing if the model is complete", () => {
    expect(incompleteness({ kind: "plates", plates: model.outlines, leftOut: {} })).toBeNull();
  });

  it("is reported: area, length, plates", () => {
    const [first, ...rest] = model.outlines;
    if (!first) throw new Error("the model is empty");
    const shrunk = { ...first, polygons: [] };
    expect(incompleteness({ kind: "plates", plates: [shrunk, ...rest], leftOut: {} })).toMatch(/cover 9\d\.\d\d % of/);
    expect(incompleteness({ kind: "plates", plates: rest, leftOut: {} })).toMatch(/has only 51 of the 52 plates: /);
    const pairs = PLATE_CODES.map((code, i) => ({ left: code, right: PLATE_CODES.at(i - 1) as string }));
    const lines = pairs.map((pair) => ({ ...pair, subducting: null, line: [[0, 0] as const, [1, 1] as const] }));
    expect(incompleteness({ kind: "boundaries", lines, leftOut: {} })).toBe("has 8177 km of boundaries, fewer than 250000");
  });
});

function birds(path: string): string {
  return readFileSync(corpus(`plates/${path}`), "utf8");
}

function halfOf(json: string): string {
  const collection = JSON.parse(json) as { features: unknown[] };
  return JSON.stringify({ ...collection, features: collection.features.slice(0, 26) });
}

describe.skipIf(!corpusPresent)("Bird's files", () => {
  it.each([
    ["original/PB2002_boundaries.dig.txt", "original/PB2002_plates.dig.txt", "original/PB2002_steps.dat.txt"],
    ["geojson/PB2002_boundaries.json", "geojson/PB2002_plates.json", "original/PB2002_steps.csv"],
  ])("%s, %s and %s are the whole model", async (boundaries, plates, steps) => {
    const store = await newStore();
    const { ask } = agency({ "x:b": birds(boundaries), "x:p": birds(plates), "x:s": birds(steps) });
    const outcome = await ingest(store, ask, { boundaries: "x:b", plates: "x:p", steps: "x:s" });
    expect(outcome).toMatchObject({ outcome: "applied", rejected: [], records: 52 + 235 + 5819 });
    expect(outcome.leftOut).toEqual(boundaries.startsWith("geojson") ? { "repeated-line": 6 } : {});
    const known = readBoundaries(DATA);
    const mirrored = known.map(({ line, ...sides }) => ({ ...sides, line: line.map(([x, y]) => [-x, y] as const) }));
    for (const path of [boundaries, plates, steps]) {
      const file = readPlateFile(Buffer.from(birds(path)), path);
      expect([displacement(file, known), displacement(file, mirrored)]).toEqual([null, expect.stringMatching(/^has 2\d\d of 219/)]);
    }
  });
});
