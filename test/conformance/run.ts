import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { HostException } from "../../build/contract/hosts.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { CASES, type Case } from "./cases.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type ExpectedAnswer, type Oracle, oracleOf } from "./oracle.ts";
import { askRaw, type RawAnswer, type RawRequest } from "./raw-http.ts";

/** A host that serves a tree. */
export interface RunningHost {
  /** `http://address:port`; only where `ask` is not given. */
  base?: string;
  /** How to ask it, where it has no socket of its own. */
  ask?: (request: RawRequest) => Promise<RawAnswer>;
  /** Called when the tree in the folder has been replaced, for a host that has to be told. */
  refresh?: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface ConformanceHost {
  name: string;
  start: (treeDir: string) => Promise<RunningHost>;
  /** A folder of the tree to serve, where it has to be another than the one of the embedded data. */
  tree?: () => Promise<string>;
  exceptions: readonly HostException[];
}

/** The headers that the contract knows; a host may add others, but none of these. */
const HEADERS = [
  "accept-ranges",
  "access-control-allow-headers",
  "access-control-allow-methods",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "access-control-max-age",
  "allow",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "link",
  "location",
  "retry-after",
  "vary",
  "x-as-of",
  "x-content-type-options",
  "x-snapshot",
];

/** A host has to have taken up a newer tree after this, in ms. */
const TAKEN_UP_AFTER = 10_000;

interface World {
  running: RunningHost;
  oracle: Oracle;
  facts: Facts;
}

/** Registers the tests of the suite for one host: every case byte for byte, or as the host has declared. */
export function conformance(host: ConformanceHost): void {
  describe(host.name, () => {
    let world: World;
    const seen = new Map<HostException, Set<string>>();
    beforeAll(async () => {
      const dir = host.tree ? await host.tree() : inject("embeddedTree");
      world = { running: await host.start(dir), oracle: await oracleOf(dir), facts: await factsOf(dir) };
    });
    afterAll(() => world?.running.stop());

    it.each(CASES)("$name", async (one) => {
      const found = await differencesOf(world, one);
      expect(unexcused(found, one, host.exceptions, seen)).toEqual({});
    });

    it("goes over to a newer tree as a whole", () => inTemporaryFolder((dir) => swapped(host, `${dir}/tree`)));

    it("needs every exception that it declares", () => {
      for (const exception of host.exceptions) {
        const found = seen.get(exception) ?? new Set();
        expect([exception.cases, found.size > 0]).toEqual([exception.cases, true]);
        const declared = exception.differs.filter((what) => what !== "*");
        expect([exception.cases, declared.filter((what) => !found.has(what))]).toEqual([exception.cases, []]);
      }
    });
  });
}

interface Found {
  status: number;
  /** What is not as it should be: `[found, expected]` by status, body or header. */
  differences: Record<string, [found: unknown, expected: unknown]>;
}

/**
 * The differences that no exception of the host covers. A case may be covered by several; one with a status counts for
 * answers of that status only.
 *
 * @param seen what each exception was needed for, which is added to
 */
function unexcused(
  { status, differences }: Found,
  { name }: Case,
  exceptions: readonly HostException[],
  seen: Map<HostException, Set<string>>,
): Found["differences"] {
  const matching = exceptions.filter(
    (exception) => new RegExp(exception.cases).test(name) && (exception.status ?? status) === status,
  );
  const left = Object.entries(differences).filter(([what]) => {
    const excusing = matching.filter((exception) =>
      what === "status"
        ? exception.status !== undefined
        : exception.differs.includes(what) || exception.differs.includes("*"),
    );
    for (const exception of excusing) seen.set(exception, (seen.get(exception) ?? new Set()).add(what));
    return excusing.length === 0;
  });
  return Object.fromEntries(left);
}

async function differencesOf({ running, oracle, facts }: World, one: Case): Promise<Found> {
  const { method = "GET", expectation } = one;
  const target = typeof one.target === "function" ? one.target(facts) : one.target;
  const expected = await oracle.answer(method, target, expectation);
  const plain = await oracle.answer("GET", target);
  const headers = Object.entries(one.headers ?? {}).map(([name, value]) => [name, filled(value, plain)]);
  const found = await ask(running, { method, target, headers: Object.fromEntries(headers) });
  return compare(found, expected);
}

/** Conditions stand in cases with `{etag}` and the like for what the answer has. */
function filled(value: string, { headers }: ExpectedAnswer): string {
  const etag = headers["etag"] ?? "";
  const modified = headers["last-modified"] ?? "";
  return value
    .replaceAll("{etag}", etag)
    .replaceAll("{etag-br}", etag.replace(/"$/, '-br"'))
    .replaceAll("{modified}", modified)
    .replaceAll("{earlier}", new Date(Date.parse(modified) - 60_000).toUTCString());
}

function ask({ base, ask: own }: RunningHost, request: RawRequest): Promise<RawAnswer> {
  return own ? own(request) : askRaw(base ?? "", request);
}

function compare(found: RawAnswer, expected: ExpectedAnswer): Found {
  const differences: Found["differences"] = {};
  if (found.status !== expected.status) differences["status"] = [found.status, expected.status];
  for (const name of HEADERS) {
    // How long a variant is depends on the compressor; the client has counted.
    if (name === "content-length" && (expected.headers["content-encoding"] || found.status === 304)) continue;
    if (found.headers[name] !== expected.headers[name]) {
      differences[name] = [found.headers[name], expected.headers[name]];
    }
  }
  const body = unpacked(found);
  if (!Buffer.from(expected.body).equals(body)) differences["body"] = [excerpt(body), excerpt(expected.body)];
  return { status: found.status, differences };
}

function unpacked({ headers, body }: RawAnswer): Uint8Array {
  if (body.length === 0) return body;
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

function excerpt(body: Uint8Array): string {
  return `${body.length} bytes: ${Buffer.from(body.subarray(0, 300)).toString("utf8")}`;
}

const OF_ANY_TREE = [
  "/api/recent/",
  "/api/recent/?limit=1",
  "/api/v1/stats/",
  "/api/v1/earthquakes/us1/",
  "/api/nothing/",
];

async function swapped(host: ConformanceHost, dir: string): Promise<void> {
  await smallTree(dir, { version: "old", packLarge: false });
  const running = await host.start(dir);
  try {
    await agree(running, await oracleOf(dir));
    await smallTree(dir, { version: "new", packLarge: false });
    await running.refresh?.();
    const newer = await oracleOf(dir);
    const request = { method: "GET", target: "/api/recent/?limit=1", headers: {} };
    const snapshot = async () => (await ask(running, request)).headers["x-snapshot"];
    await expect.poll(snapshot, { timeout: TAKEN_UP_AFTER }).toBe(newer.snapshot);
    await agree(running, newer);
  } finally {
    await running.stop();
  }
}

async function agree(running: RunningHost, oracle: Oracle): Promise<void> {
  for (const target of OF_ANY_TREE) {
    const found = await ask(running, { method: "GET", target, headers: {} });
    expect([target, compare(found, await oracle.answer("GET", target)).differences]).toEqual([target, {}]);
  }
}
