import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostConfiguration } from "../../../build/commands/host.ts";
import { STATIC_HOSTS } from "../../../build/contract/static-hosts.ts";
import { CASES, type Case } from "../../conformance/cases.ts";
import { type Facts, factsOf } from "../../conformance/facts.ts";
import { type ExpectedAnswer, type Oracle, oracleOf } from "../../conformance/oracle.ts";
import { askRaw, type RawAnswer } from "../../conformance/raw-http.ts";
import { temporaryFolder } from "../../temporary.ts";
import { buildGridTree } from "./grid-tree.ts";
import { brotliPresent, freePort, nginxPresent, type Running, startNginx } from "./nginx-server.ts";

interface Exception {
  cases: string;
  differs: readonly string[];
  status?: number;
  reason: string;
}

const EXCEPTIONS: readonly Exception[] = STATIC_HOSTS[0].exceptions;

const dir = temporaryFolder();
const tree = join(dir, "tree");
let nginx: Running;
let oracle: Oracle;
let facts: Facts;
const needed = new Map<Exception, Set<string>>();

beforeAll(async () => {
  if (!nginxPresent) return;
  await buildGridTree(tree);
  const ids = join(dir, "ids.map");
  const port = await freePort();
  const options = { dir: tree, ids, listen: `127.0.0.1:${port}`, brotli: brotliPresent };
  writeFileSync(ids, await hostConfiguration("nginx-ids", options));
  nginx = await startNginx(join(dir, "nginx"), await hostConfiguration("nginx", options), port);
  oracle = await oracleOf(tree);
  facts = await factsOf(tree);
});
afterAll(() => nginx?.stop());

/** The common list of cases with nginx as a host; conditions name the ETag and date that nginx itself gives. */
describe.skipIf(!nginxPresent)("nginx in the conformance suite", () => {
  it.each(CASES)("$name", async (one) => {
    const { method = "GET", expectation } = one;
    const target = typeof one.target === "function" ? one.target(facts) : one.target;
    const base = `http://127.0.0.1:${nginx.port}`;
    const headers = await filled(one, (given) => askRaw(base, { method: "GET", target, headers: given }));
    const found = await askRaw(base, { method, target, headers });
    const expected = await oracle.answer(method, target, expectation);
    const differences = differencesOf(found, expected);
    const left = Object.keys(differences).filter((what) => !excused(one.name, found.status, what));
    expect(Object.fromEntries(left.map((what) => [what, differences[what]]))).toEqual({});
    if (found.status === 400 && method !== "HEAD" && expected.status !== 400) expectRefusal(found);
    // Whatever is excused: an answer is never another one than the contract's, and never one where there is none.
    if (found.status !== 200 && found.status !== 206) return;
    const plain = await oracle.answer("GET", target);
    expect(plain.status).toBe(200);
    const body = Buffer.from(unpacked(found));
    if (found.status === 206) expect(Buffer.from(plain.body).includes(body)).toBe(true);
    else if (method !== "HEAD") expect(body.equals(plain.body)).toBe(true);
  });

  it("needs every exception that it declares", () => {
    for (const exception of EXCEPTIONS) {
      const declared = exception.differs.filter((what) => what !== "*");
      const seen = needed.get(exception) ?? new Set();
      expect([exception.cases, seen.size > 0]).toEqual([exception.cases, true]);
      expect([exception.cases, declared.filter((what) => !seen.has(what))]).toEqual([exception.cases, []]);
    }
  });
});

function excused(name: string, status: number, what: string): boolean {
  const exception = EXCEPTIONS.find(
    ({ cases, differs, status: only }) =>
      new RegExp(cases).test(name) &&
      (only === undefined || only === status) &&
      (differs.includes(what) || differs.includes("*")),
  );
  if (exception) needed.set(exception, (needed.get(exception) ?? new Set()).add(what));
  return exception !== undefined;
}

function expectRefusal({ body, headers }: RawAnswer): void {
  expect(headers["content-type"]).toBe("application/problem+json");
  const { type } = JSON.parse(Buffer.from(body).toString("utf8")) as { type: string };
  expect(type).toMatch(/^\/docs\/problems\/(?:not-prebuilt|invalid-parameter)\/$/);
}

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

function differencesOf(found: RawAnswer, expected: ExpectedAnswer): Record<string, [unknown, unknown]> {
  const differences: Record<string, [unknown, unknown]> = {};
  if (found.status !== expected.status) differences["status"] = [found.status, expected.status];
  for (const name of HEADERS) {
    if (name === "content-length" && (expected.headers["content-encoding"] || found.status === 304)) continue;
    if (found.headers[name] !== expected.headers[name])
      differences[name] = [found.headers[name], expected.headers[name]];
  }
  const body = Buffer.from(unpacked(found));
  if (!body.equals(expected.body)) differences["body"] = [body.toString("utf8", 0, 300), expected.body.length];
  return differences;
}

function unpacked({ headers, body }: RawAnswer): Uint8Array {
  if (body.length === 0) return body;
  if (headers["content-encoding"] === "br") return brotliDecompressSync(body);
  return headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
}

/** The headers of a case with what nginx says of the plain answer in the place of `{etag}` and the like. */
async function filled(
  { headers = {} }: Case,
  plainly: (headers: Record<string, string>) => Promise<RawAnswer>,
): Promise<Record<string, string>> {
  if (!Object.values(headers).some((value) => value.includes("{"))) return { ...headers };
  const plain = await plainly({});
  const packed = await plainly({ "accept-encoding": "br" });
  const modified = plain.headers["last-modified"] ?? new Date(0).toUTCString();
  const values = {
    "{etag-br}": packed.headers["etag"] ?? '"none"',
    "{etag}": plain.headers["etag"] ?? '"none"',
    "{modified}": modified,
    "{earlier}": new Date(Date.parse(modified) - 60_000).toUTCString(),
  };
  const fill = (text: string) => Object.entries(values).reduce((given, [from, to]) => given.replaceAll(from, to), text);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
}
