import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { hostConfiguration } from "../../../build/cli/host.ts";
import { distribution } from "../../conformance/cloudfront-platform.ts";
import { site } from "../../conformance/netlify-platform.ts";
import { type Oracle, oracleOf } from "../../conformance/oracle.ts";
import type { RawAnswer } from "../../conformance/raw-http.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { smallTree } from "../small-tree.ts";
import { ANSWERED, NOT_THERE, ONLY_BY_FUNCTIONS } from "./requests.ts";

const tree = inject("embeddedTree");
const changing = join(temporaryFolder(), "tree");
let cloudFront: string;
let oracle: Oracle;

type Ask = (method: string, target: string) => Promise<RawAnswer>;
const hosts = new Map<string, Ask>();
const ask = (name: string, target: string, method = "GET") => (hosts.get(name) as Ask)(method, target);

async function asker(kind: "cloudfront" | "netlify", dir: string): Promise<Ask> {
  const code = await hostConfiguration(kind, { dir, listen: "1" });
  const platform = kind === "cloudfront" ? await distribution(dir, code) : await site(dir, code);
  return async (method, target) => platform({ method, target, headers: {} });
}

beforeAll(async () => {
  cloudFront = await hostConfiguration("cloudfront", { dir: tree, listen: "1" });
  oracle = await oracleOf(tree);
  await smallTree(changing, { packLarge: false });
  for (const kind of ["cloudfront", "netlify"] as const) {
    hosts.set(kind, await asker(kind, tree));
    hosts.set(`${kind}, changing`, await asker(kind, changing));
  }
});

const json = ({ body }: RawAnswer) => JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;

describe("the CloudFront Function", () => {
  it("is at most 10 KB, and written in what the runtime knows", async () => {
    process.stderr.write(`the CloudFront Function has ${Buffer.byteLength(cloudFront)} of 10240 bytes\n`);
    expect(Buffer.byteLength(cloudFront)).toBeLessThanOrEqual(10_240);
    const supported = { "const-and-let": true, arrow: true };
    const rewritten = async (target: string) => (await transform(cloudFront, { target, supported, minifyWhitespace: true })).code;
    // Nothing in it is newer than what the runtime knows, or esbuild would write it otherwise.
    expect(await rewritten("es5")).toBe(await rewritten("es2022"));
    expect(await rewritten("es2022")).not.toMatch(/\b(?:URL|fetch|setTimeout|eval|Function|require|import|async|await|Promise)\b/);
  });
});

describe.each(["cloudfront", "netlify"])("the function for %s", (name) => {
  it.each([...ANSWERED, ...ONLY_BY_FUNCTIONS])("leads to the file: %s", async (target) => {
    const [ours, expected] = [await ask(name, target), await oracle.answer("GET", target)];
    expect([ours.status, expected.status]).toEqual([200, 200]);
    expect(Buffer.from(ours.body).equals(expected.body)).toBe(true);
    expect(ours.headers["cache-control"]).toBe(expected.headers["cache-control"]);
    expect(ours.headers["access-control-allow-origin"]).toBe("*");
  });

  it.each(NOT_THERE)("has nothing: %s", async (target) => {
    const ours = await ask(name, target);
    expect(ours.status).toBe(404);
    // Of CloudFront the store behind it says so, in its own way.
    if (ours.headers["content-type"] === "application/xml") expect(name).toBe("cloudfront");
    else expect(json(ours)).toMatchObject({ type: "/docs/problems/not-found/", status: 404 });
  });

  it("says what it has, and shows the query", async () => {
    expect(json(await ask(name, "/api/v1/earthquakes/?hours=3&x=$&"))).toMatchObject({
      type: "/docs/problems/not-prebuilt/",
      detail: expect.stringContaining("/api/v1/earthquakes/. It has any combination of hours (1, 24, 168, 720) and"),
      errors: [{ given: expect.stringMatching(/^hours=3&x=\$&?$/), hint: "/api/v1/earthquakes/?hours=720&min_mag=6&limit=100" }],
    });
    expect(json(await ask(name, "/api/search/?q=x"))).not.toHaveProperty("errors.0.hint");
  });

  it.each(["data/earthquakes.csv.gz", "data/earthquakes.ndjson.gz", "data/earthquakes.parquet"])(
    "leads to the data file %s, although it is compressed",
    async (path) => {
      const { status, body } = await ask(name, `/${path}`);
      expect(status).toBe(200);
      expect(Buffer.from(body).equals(readFileSync(join(tree, path)))).toBe(true);
    },
  );

  it("serves the state of the rebuilding for as long as a minute's answer, and 404 if there is none", async () => {
    rmSync(join(changing, "status"), { recursive: true, force: true });
    rmSync(join(changing, "status.json"), { force: true });
    expect((await ask(`${name}, changing`, "/status.json")).status).toBe(404);
    mkdirSync(join(changing, "status"), { recursive: true });
    writeFileSync(join(changing, "status.json"), '{"state":"ok"}');
    writeFileSync(join(changing, "status/index.html"), "<h1>Status</h1>");
    // A store knows from the publisher that it changes with every run.
    const minute = name === "cloudfront" ? "no-store" : (await oracle.answer("GET", "/api/recent/")).headers["cache-control"];
    for (const target of ["/status.json", "/status/"]) {
      const { status, headers } = await ask(`${name}, changing`, target);
      expect([target, status, headers["cache-control"]]).toEqual([target, 200, minute]);
    }
    const { status, headers } = await ask(`${name}, changing`, "/status");
    expect([status, headers["location"]]).toEqual([308, "/status/"]);
  });
});
