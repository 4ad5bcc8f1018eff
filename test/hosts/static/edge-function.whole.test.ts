import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { transform } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { hostConfiguration } from "../../../build/commands/host.ts";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { temporaryFolder } from "../../temporary.ts";
import { buildGridTree } from "./grid-tree.ts";
import { type Oracle, oracleOf } from "./oracle.ts";
import { ANSWERED, NOT_THERE, REDIRECTED, REFUSED } from "./requests.ts";

const tree = join(temporaryFolder(), "tree");
let cloudFront: string;
let netlify: string;
let oracle: Oracle;

beforeAll(async () => {
  await buildGridTree(tree);
  const options = { dir: tree, listen: "1" };
  cloudFront = await hostConfiguration("cloudfront", options);
  netlify = await hostConfiguration("netlify", options);
  oracle = oracleOf(await loadTree(tree));
});

/** A response or a request of CloudFront Functions. */
interface Passed {
  uri?: string;
  querystring?: object;
  statusCode?: number;
  statusDescription?: string;
  headers: Record<string, { value: string }>;
  body?: { encoding: string; data: string };
}

/**
 * What CloudFront passes to a function, as its developer guide describes it ("CloudFront Functions event structure"): the
 * path as received, names of headers in lower case, a query by name, the values of one that is repeated in `multiValue`.
 */
function event(method: string, target: string, eventType = "viewer-request") {
  const [uri = "", ...rest] = target.split("?");
  const querystring: Record<string, { value: string; multiValue?: { value: string }[] }> = {};
  for (const pair of rest
    .join("?")
    .split("&")
    .filter((one) => one !== "")) {
    const [name = "", ...value] = pair.split("=");
    const before = querystring[name];
    const given = { value: value.join("=") };
    if (before) before.multiValue = [...(before.multiValue ?? [{ value: before.value }]), given];
    else querystring[name] = given;
  }
  return {
    version: "1.0",
    context: {
      distributionDomainName: "d111111abcdef8.cloudfront.net",
      distributionId: "E",
      eventType,
      requestId: "r",
    },
    viewer: { ip: "192.0.2.1" },
    request: { method, uri, querystring, headers: { host: { value: "example.org" } }, cookies: {} },
    response: { statusCode: 200, statusDescription: "OK", headers: { etag: { value: '"x"' } }, cookies: {} },
  };
}

/** Runs the function in a realm that has the language and nothing else. */
function run(method: string, target: string, eventType?: string): Passed {
  const given = JSON.stringify(event(method, target, eventType));
  const made = runInNewContext(`${cloudFront};JSON.stringify(handler(JSON.parse(given)))`, { given }) as string;
  return JSON.parse(made) as Passed;
}

/** Paths that lead to an event by another name than its slug, which takes a table larger than the function may be. */
const BY_OTHER_NAMES = /^\/api\/v1\/earthquakes\/[^?]*us1000chhc\/\??$/;
/** Which address is one of the tree a function cannot know: the origin says 404. */
const ASKED_OF_ORIGIN = NOT_THERE.filter((target) =>
  /^\/api\/v1\/(?:countries\/(?:atlantis|XX)|glossary|earthquakes\/(?:us000|x))|^\/(?:nope|docs\/nope|index.html|\.git|API)/.test(
    target,
  ),
);

/** Too long, were there anything in it; CloudFront passes on what is in it. */
const ONLY_AMPERSANDS = /&{100}/;

describe("the CloudFront Function", () => {
  it("is at most 10 KB, and written in what the runtime knows", async () => {
    process.stderr.write(`the CloudFront Function has ${Buffer.byteLength(cloudFront)} of 10240 bytes\n`);
    expect(Buffer.byteLength(cloudFront)).toBeLessThanOrEqual(10_240);
    const supported = { "const-and-let": true, arrow: true };
    const rewritten = async (target: string) =>
      (await transform(cloudFront, { target, supported, minifyWhitespace: true })).code;
    // Nothing in it is newer than what the runtime knows, or esbuild would write it otherwise.
    expect(await rewritten("es5")).toBe(await rewritten("es2022"));
    expect(await rewritten("es2022")).not.toMatch(
      /\b(?:URL|fetch|setTimeout|eval|Function|require|import|async|await|Promise)\b/,
    );
  });

  it.each(ANSWERED)("leads to the very file: %s", async (target) => {
    const { uri, querystring, headers } = run("GET", target);
    const expected = await oracle.answer(target);
    expect(expected.status).toBe(200);
    expect(readFileSync(join(tree, uri as string)).equals(expected.body)).toBe(true);
    expect(querystring).toEqual({});
    expect(headers).toEqual({ host: { value: "example.org" } });
  });

  it.each(REDIRECTED.filter((target) => !BY_OTHER_NAMES.test(target)))("redirects %s", async (target) => {
    const { statusCode, headers, body } = run("GET", target);
    const expected = await oracle.answer(target);
    // An empty query is not told from none.
    expect(headers["location"]?.value).toBe(expected.headers["location"]?.replace(/\?$/, ""));
    expect([statusCode, headers["cache-control"]?.value, body]).toEqual([
      308,
      expected.headers["cache-control"],
      undefined,
    ]);
  });

  it.each(NOT_THERE.filter((target) => !ASKED_OF_ORIGIN.includes(target)))(
    "says that there is nothing: %s",
    async (target) => {
      const { statusCode, uri, body } = run("GET", target);
      if (uri !== undefined) expect(() => readFileSync(join(tree, uri))).toThrow("ENOENT");
      else
        expect([statusCode, JSON.parse(body?.data ?? "")]).toMatchObject([404, { type: "/docs/problems/not-found/" }]);
      expect((await oracle.answer(target)).status).toBe(404);
    },
  );

  it.each(REFUSED.filter((target) => !ONLY_AMPERSANDS.test(target)))("refuses %s", async (target) => {
    const { statusCode, statusDescription, headers, body } = run("GET", target);
    expect([statusCode, statusDescription]).toEqual([400, "Bad Request"]);
    expect(headers["content-type"]?.value).toBe("application/problem+json");
    expect(headers["access-control-allow-origin"]?.value).toBe("*");
    expect(body?.encoding).toBe("text");
    expect(JSON.parse(body?.data ?? "")).toMatchObject({ status: 400, errors: [{ parameter: "query" }] });
  });

  it("says what it has, and shows the query", () => {
    const told = JSON.parse(run("GET", '/api/v1/earthquakes/?hours=3&x="$&').body?.data ?? "") as object;
    expect(told).toMatchObject({
      type: "/docs/problems/not-prebuilt/",
      detail: expect.stringContaining("/api/v1/earthquakes/. It has any combination of hours (1, 24, 168, 720) and"),
      errors: [{ given: 'hours=3&x="$', hint: "/api/v1/earthquakes/?hours=720&min_mag=6" }],
    });
    expect(JSON.parse(run("GET", "/api/search/?q=x").body?.data ?? "")).not.toHaveProperty("errors.0.hint");
  });

  it("answers OPTIONS and refuses all but GET and HEAD, as the rewrite does", async () => {
    for (const method of ["OPTIONS", "POST", "DELETE"]) {
      const { statusCode, headers, body } = run(method, "/api/recent/");
      const expected = await oracle.answer("/api/recent/", method);
      expect([statusCode, body?.data ?? ""]).toEqual([expected.status, expected.body.toString()]);
      for (const name of ["allow", "cache-control", "access-control-allow-methods"]) {
        expect(headers[name]?.value).toBe(expected.headers[name]);
      }
    }
    expect(run("HEAD", "/api/recent/").uri).toBe("/api/recent.json");
  });

  it("adds the headers of the API to what comes from the origin", () => {
    const { headers } = run("GET", "/api/recent/", "viewer-response");
    expect(headers).toMatchObject({ etag: { value: '"x"' }, "access-control-allow-origin": { value: "*" } });
  });
});

/** The platform behind the function: files of the tree, and 404. */
async function next(request: Request): Promise<Response> {
  try {
    return new Response(readFileSync(join(tree, new URL(request.url).pathname)), { headers: { etag: '"x"' } });
  } catch {
    return new Response("not here", { status: 404 });
  }
}

async function ask(method: string, target: string): Promise<Response> {
  const module = `data:text/javascript;base64,${Buffer.from(netlify).toString("base64")}`;
  const loaded = (await import(/* @vite-ignore */ module)) as {
    default: (request: Request, context: object) => Promise<Response>;
  };
  return loaded.default(new Request(`https://example.org${target}`, { method }), { next });
}

describe("the Netlify Edge Function", () => {
  it.each(ANSWERED)("answers with the very file: %s", async (target) => {
    const made = await ask("GET", target);
    const expected = await oracle.answer(target);
    expect(made.status).toBe(200);
    expect(Buffer.from(await made.arrayBuffer()).equals(expected.body)).toBe(true);
    expect(made.headers.get("access-control-allow-origin")).toBe("*");
  });

  it.each(REFUSED.filter((target) => !ONLY_AMPERSANDS.test(target)))("refuses %s", async (target) => {
    const made = await ask("GET", target);
    expect([made.status, made.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
    expect(await made.json()).toMatchObject({ status: 400, errors: [{ parameter: "query" }] });
  });

  it("makes a problem document of what the platform has not got", async () => {
    const made = await ask("GET", "/api/v1/countries/atlantis/");
    expect([made.status, made.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
    expect(await made.json()).toMatchObject({ type: "/docs/problems/not-found/" });
  });
});
