import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AgencyRequest, createAgencyClient } from "../../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { type Emulator, startEmulator } from "../../agencies/emulator/emulator.ts";
import type { Fault } from "../../agencies/emulator/faults.ts";
import { generateEvents } from "../../agencies/emulator/generate.ts";

const NOW = Date.UTC(2031, 4, 4, 12);

let agencies: Emulator;
const isWhole = (bytes: Uint8Array) => bytes.at(-1) === "}".charCodeAt(0);

beforeEach(async () => {
  agencies = await startEmulator({ now: NOW });
  const random = mulberry32(1);
  agencies.usgs.world.add(...generateEvents({ random, count: 200, from: NOW - 72_000_000, to: NOW - 3_600_000 }));
});

afterEach(() => agencies.stop());

/** Number of requests to come that get no answer. */
let silent = 0;
/** Requests that were begun: on a busy machine a server may not have seen one that ended with its time limit. */
let begun = 0;
beforeEach(() => void (silent = begun = 0));

/** Waits as long as it takes where there is an answer: a busy machine may take longer than a short time limit. */
const fetch: typeof globalThis.fetch = (input, init) => {
  begun++;
  return globalThis.fetch(input, silent-- > 0 ? init : { ...init, signal: null });
};

/** Asks with a clock that goes only while it sleeps. */
function asking(address: string, options: AgencyRequest = { isWhole }) {
  const { now, advance } = agencies.clock;
  const sleep = (ms: number) => Promise.resolve(advance(ms));
  return createAgencyClient({ fetch, now, sleep, random: () => 0, timeoutMs: silent > 0 ? 300 : 60_000, maxBytes: 1e6 })(address, options);
}

async function featuresOf(address: string): Promise<unknown[]> {
  const reply = await asking(address);
  if (reply.kind !== "content") throw new Error(reply.kind);
  return (JSON.parse(new TextDecoder().decode(reply.capture.bytes)) as { features: unknown[] }).features;
}

describe("what an agency does wrong", () => {
  it.each<[Fault, string, number]>([
    [{ kind: "silent" }, "capture-unreachable", 2],
    [{ kind: "reset" }, "capture-unreachable", 4],
    [{ kind: "cut-short" }, "capture-unreachable", 4],
    [{ kind: "truncated" }, "capture-truncated", 4],
    [{ kind: "broken-gzip" }, "capture-malformed", 4],
    [{ kind: "status", status: 503 }, "capture-refused", 4],
    [{ kind: "status", status: 429 }, "agency-throttled", 4],
    [{ kind: "status", status: 429, retryAfter: 600 }, "agency-throttled", 1],
    [{ kind: "status", status: 403 }, "capture-refused", 1],
    [{ kind: "html" }, "capture-refused", 1],
  ])("is told apart: %j gives %s after %i requests", async (fault, code, requests) => {
    agencies.faults.set("usgs", fault);
    if (fault.kind === "silent") silent = requests;
    await expect(asking(agencies.usgs.feed("all_day"))).rejects.toMatchObject({ code });
    expect(begun).toBe(requests);
  });

  it.each<Fault>([
    { kind: "silent" },
    { kind: "reset" },
    { kind: "cut-short" },
    { kind: "truncated" },
    { kind: "broken-gzip" },
    { kind: "status", status: 429, retryAfter: 3 },
    { kind: "status", status: 503 },
  ])("is forgotten when it passes: %j", async (fault) => {
    const whole = await featuresOf(agencies.usgs.feed("all_day"));
    const times = fault.kind === "silent" ? 1 : 2;
    agencies.faults.set("usgs", fault, { times });
    if (fault.kind === "silent") silent = times;
    expect(await featuresOf(agencies.usgs.feed("all_day"))).toEqual(whole);
    expect(begun).toBe(2 + times);
  });

  it("is seen also in a table, whose end no reader could miss, because it is not compressed", async () => {
    agencies.faults.set("usgs", { kind: "cut-short" });
    const table = `${agencies.usgs.fdsn}query?format=text`;
    await expect(asking(table, {})).rejects.toMatchObject({ code: "capture-unreachable" });
  });
});

it("an agency says what has not changed, and what is not there", async () => {
  const address = agencies.usgs.feed("all_day");
  agencies.usgs.manners.conditional = true;
  const first = await asking(address);
  const etag = first.kind === "content" ? first.capture.etag : undefined;
  expect(await asking(address, { etag })).toEqual({ kind: "unchanged" });
  expect(await asking(`${agencies.text.fdsn}query?format=text`)).toEqual({ kind: "nothing" });
  const unknown = await asking(`${agencies.usgs.fdsn}query?format=geojson&eventid=none`, { statuses: [404, 409] });
  expect(unknown).toMatchObject({ kind: "content", status: 404 });
});
