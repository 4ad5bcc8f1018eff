import { createContext, Script } from "node:vm";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { publishHeaders } from "../../build/publish/folders/site-folder.ts";
import { UNINDEXED } from "../../build/tree/unindexed.ts";
import type { RawAnswer, RawRequest } from "./raw-http.ts";
import { tinyOrigin, toMethod } from "./tiny-origin.ts";

/** A response or a request of CloudFront Functions. */
interface Passed {
  uri?: string;
  querystring?: object;
  statusCode?: number;
  statusDescription?: string;
  headers: Record<string, { value: string }>;
  body?: { encoding: string; data: string };
}

type EventType = "viewer-request" | "viewer-response";

/** A function as CloudFront runs it: an event in, a request or a response out. */
type CloudFrontFunction = (event: object) => Passed;

/** The language has these and the runtime does not ("JavaScript runtime 2.0 features"). */
const MISSING = [
  "eval",
  "Function",
  "Intl",
  "Proxy",
  "Reflect",
  "WeakRef",
  "FinalizationRegistry",
  "SharedArrayBuffer",
  "Atomics",
  "WebAssembly",
  "BigInt",
];

/** Loads a function in a realm that has the language, less what the runtime lacks, and nothing else. */
function loadFunction(code: string): CloudFrontFunction {
  const realm = createContext({}, { codeGeneration: { strings: false, wasm: false } });
  new Script(MISSING.map((name) => `delete globalThis.${name};`).join("")).runInContext(realm);
  new Script(`"use strict";${code};globalThis.run = (given) => JSON.stringify(handler(JSON.parse(given)));`).runInContext(realm);
  const run = realm["run"] as (given: string) => string;
  return (event) => JSON.parse(run(JSON.stringify(event))) as Passed;
}

/**
 * What CloudFront passes to a function, as its developer guide describes it ("CloudFront Functions event structure"): the
 * path as received, names of headers in lower case, a query by name, the values of one that is repeated in `multiValue`.
 */
function eventOf(method: string, target: string, eventType: EventType = "viewer-request"): object {
  const mark = target.indexOf("?");
  const uri = mark < 0 ? target : target.slice(0, mark);
  const context = { distributionDomainName: "d111111abcdef8.cloudfront.net", distributionId: "E", requestId: "r" };
  return {
    version: "1.0",
    context: { ...context, eventType },
    viewer: { ip: "192.0.2.1" },
    request: {
      method,
      uri,
      querystring: queryOf(mark < 0 ? "" : target.slice(mark + 1)),
      headers: { host: { value: "example.org" } },
      cookies: {},
    },
  };
}

type Given = { value: string; multiValue?: { value: string }[] };

function queryOf(query: string): Record<string, Given> {
  const given: Record<string, Given> = Object.create(null);
  for (const pair of query.split("&").filter((one) => one !== "")) {
    const [name = "", ...rest] = pair.split("=");
    const value = rest.join("=");
    const before = given[name];
    if (before) before.multiValue = [...(before.multiValue ?? [{ value: before.value }]), { value }];
    else given[name] = { value };
  }
  return given;
}

/** The methods that a distribution can be set to let through; to any other one CloudFront itself says 403. */
const METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "POST", "PATCH", "DELETE"];

/**
 * A distribution before a store that `quaketree publish` fills, with the function at the viewer's request and response. As the developer guide says, responses that the function makes go straight to the viewer, and those of the store with 400 or more do not pass it.
 */
export async function distribution(dir: string, code: string): Promise<(request: RawRequest) => RawAnswer> {
  const run = loadFunction(code);
  const { files } = await loadTree(dir);
  const cacheOf = (path: string) =>
    Object.values(UNINDEXED).find(({ isFile }) => isFile(path))?.cache ?? files.get(path)?.cache ?? "minute";
  const published = (path: string) => ({ "cache-control": publishHeaders(path, cacheOf(path)).cacheControl });
  return ({ method, target }) => {
    if (!METHODS.includes(method)) return { status: 403, headers: {}, body: Buffer.from("Bad request.") };
    const asked = run(eventOf(method, target));
    if (asked.statusCode !== undefined) return toMethod(method, answerOf(asked));
    const uri = asked.uri ?? "";
    const found = tinyOrigin(dir, uri);
    if (found.status >= 400) return toMethod(method, found);
    const response = {
      statusCode: found.status,
      headers: boxed({ ...found.headers, ...published(decodeURIComponent(uri.slice(1))) }),
      cookies: {},
    };
    const sent = run({ ...eventOf(method, uri, "viewer-response"), response });
    return toMethod(method, { ...found, headers: unboxed(sent.headers) });
  };
}

function answerOf({ statusCode = 0, headers, body }: Passed): RawAnswer {
  const data = Buffer.from(body?.data ?? "");
  const length = statusCode === 204 ? {} : { "content-length": `${data.length}` };
  return { status: statusCode, headers: { ...unboxed(headers), ...length }, body: data };
}

function boxed(headers: Record<string, string>): Passed["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));
}

function unboxed(headers: Passed["headers"]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
}
