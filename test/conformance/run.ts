import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { HostException } from "../../build/site/read-page.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { CASES, type Case } from "./cases.ts";
import { compare } from "./compare.ts";
import { type Found, unexcused } from "./exceptions.ts";
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
  exceptions: readonly HostException[];
  /** Path of the program that the host needs. The tests are skipped where the key is given and the path is not. */
  installed?: string | undefined;
  /** Conditions have to name the ETag and the date that the host itself gives, since it has declared that they are its own. */
  ownValidators?: true;
  /** What has to hold of an answer whatever is excused. @param plain the right answer to a GET of the target */
  always?: (answer: RawAnswer, one: Case, plain: ExpectedAnswer) => unknown;
}

/** A host has to have taken up a newer tree after this, in ms. */
const TAKEN_UP_AFTER = 10_000;

interface World {
  host: ConformanceHost;
  running: RunningHost;
  oracle: Oracle;
  facts: Facts;
}

/** Registers the tests of the suite for one host: every case byte for byte, or as the host has declared. */
export function conformance(host: ConformanceHost): void {
  for (const { cases, reason } of host.exceptions.filter(({ untested }) => untested)) {
    process.stderr.write(`SKIPPED: ${host.name}, cases ${cases}: ${reason}\n`);
  }
  describe.skipIf("installed" in host && !host.installed)(host.name, () => {
    let world: World;
    const seen = new Map<HostException, Set<string>>();
    beforeAll(async () => {
      const dir = inject("embeddedTree");
      world = { host, running: await host.start(dir), oracle: await oracleOf(dir), facts: await factsOf(dir) };
    });
    afterAll(() => world?.running.stop());

    it.each(CASES.filter(({ name }) => !isUntested(host, name)))("$name", async (one) => {
      const found = await differencesOf(world, one);
      expect(unexcused(found, one.name, host.exceptions, seen)).toEqual({});
    });

    it("goes over to a newer tree as a whole", () => inTemporaryFolder((dir) => swapped(host, `${dir}/tree`, seen)));

    it("needs every exception that it declares", () => {
      for (const exception of host.exceptions) {
        if (exception.untested) continue;
        const found = seen.get(exception) ?? new Set();
        expect([exception.cases, found.size > 0]).toEqual([exception.cases, true]);
        const declared = exception.differs.filter((what) => what !== "*");
        expect([exception.cases, declared.filter((what) => !found.has(what))]).toEqual([exception.cases, []]);
      }
    });
  });
}

function isUntested({ exceptions }: ConformanceHost, name: string): boolean {
  return exceptions.some(({ cases, untested }) => untested && new RegExp(cases).test(name));
}

async function differencesOf({ host, running, oracle, facts }: World, one: Case): Promise<Found> {
  const { method = "GET", expectation } = one;
  const target = typeof one.target === "function" ? one.target(facts) : one.target;
  const expected = await oracle.answer(method, target, expectation);
  const plain = await oracle.answer("GET", target);
  const conditional = Object.values(one.headers ?? {}).some((value) => value.includes("{"));
  const validators = conditional && host.ownValidators ? await validatorsOf(running, target) : validatorsBy(plain.headers);
  const headers = Object.entries(one.headers ?? {}).map(([name, value]) => [name, filled(value, validators)]);
  const found = await ask(running, { method, target, headers: Object.fromEntries(headers) });
  host.always?.(found, one, plain);
  return compare(found, expected);
}

/** What stands in the place of `{etag}` and the like. */
interface Validators {
  etag: string;
  packed: string;
  modified: string;
}

function validatorsBy(headers: Record<string, string>): Validators {
  const { etag = "", "last-modified": modified = "" } = headers;
  return { etag, packed: etag.replace(/"$/, '-br"'), modified };
}

/** The validators that the host sent; values that no resource has if the host sends none. */
async function validatorsOf(running: RunningHost, target: string): Promise<Validators> {
  const { headers: plain } = await ask(running, { method: "GET", target, headers: {} });
  const { headers: packed } = await ask(running, { method: "GET", target, headers: { "accept-encoding": "br" } });
  return {
    etag: plain["etag"] ?? '"none"',
    packed: packed["etag"] ?? '"none"',
    modified: plain["last-modified"] ?? new Date(0).toUTCString(),
  };
}

function filled(value: string, { etag, packed, modified }: Validators): string {
  return value
    .replaceAll("{etag}", etag)
    .replaceAll("{etag-br}", packed)
    .replaceAll("{modified}", modified)
    .replaceAll("{earlier}", new Date(Date.parse(modified) - 60_000).toUTCString());
}

function ask({ base, ask: own }: RunningHost, request: RawRequest): Promise<RawAnswer> {
  return own ? own(request) : askRaw(base ?? "", request);
}

const OF_ANY_TREE = ["/api/recent/", "/api/recent/?limit=1", "/api/v1/stats/", "/api/v1/earthquakes/us1/", "/api/nothing/"];

async function swapped(host: ConformanceHost, dir: string, seen: Map<HostException, Set<string>>): Promise<void> {
  await smallTree(dir, { version: "old", packLarge: false });
  const running = await host.start(dir);
  try {
    await agree(host, running, await oracleOf(dir), seen);
    await smallTree(dir, { version: "new", packLarge: false });
    await running.refresh?.();
    const newer = await oracleOf(dir);
    const request = { method: "GET", target: "/api/recent/", headers: {} };
    const body = async () => Buffer.from((await ask(running, request)).body).toString("utf8");
    const expected = await newer.answer("GET", "/api/recent/");
    await expect.poll(body, { timeout: TAKEN_UP_AFTER }).toBe(Buffer.from(expected.body).toString("utf8"));
    await agree(host, running, newer, seen);
  } finally {
    await running.stop();
  }
}

async function agree(
  { exceptions }: ConformanceHost,
  running: RunningHost,
  oracle: Oracle,
  seen: Map<HostException, Set<string>>,
): Promise<void> {
  for (const target of OF_ANY_TREE) {
    const answer = await ask(running, { method: "GET", target, headers: {} });
    const found = compare(answer, await oracle.answer("GET", target));
    expect([target, unexcused(found, `swap: ${target}`, exceptions, seen)]).toEqual([target, {}]);
  }
}
