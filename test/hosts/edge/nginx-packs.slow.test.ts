import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hostConfiguration } from "../../../build/cli/host.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { askPort } from "../ask.ts";
import { plantPackedWorld } from "../packed-world.ts";
import { freePort, type Running, startNginx } from "./nginx-server.ts";

const dir = temporaryFolder();
const tree = join(dir, "tree");
const plain = join(dir, "plain");
const DETAILS = "api/v1/earthquakes";
let packedSlug: string;
let ownSlug: string;

function slugsOf(of: string): string[] {
  return readdirSync(join(of, DETAILS)).map((name) => name.replace(/\.json$/, ""));
}

beforeAll(async () => {
  await plantPackedWorld(plain, 60_000, undefined);
  await plantPackedWorld(tree, 60_000, 4.5);
  const own = new Set(slugsOf(tree));
  packedSlug = slugsOf(plain).find((slug) => !own.has(slug)) ?? "";
  ownSlug = [...own][0] ?? "";
});

describe.skipIf(!inject("programs").nginx)("nginx before a tree with packs", () => {
  const running: Running[] = [];
  afterAll(async () => {
    for (const one of running) await one.stop();
  });

  async function start(name: string, ids?: string): Promise<number> {
    const port = await freePort();
    const said: string[] = [];
    const options = { dir: tree, listen: `127.0.0.1:${port}`, ...(ids !== undefined && { ids }) };
    const text = await hostConfiguration("nginx", options, (message) => said.push(message));
    expect(said).toEqual([expect.stringContaining("without --grid"), expect.stringContaining("packs, which nginx cannot open")]);
    running.push(await startNginx(join(dir, name), text, port));
    return port;
  }

  it("says of a packed event that it cannot answer, and never that there is none", async () => {
    const port = await start("nginx");
    const found = await askPort(port, `/${DETAILS}/${packedSlug}/`);
    expect([found.status, found.headers["content-type"]]).toEqual([400, "application/problem+json"]);
    expect(JSON.parse(found.body.toString())).toMatchObject({
      type: "/docs/problems/not-prebuilt/",
      errors: [{ parameter: "slug", given: packedSlug }],
    });
    expect((await askPort(port, `/${DETAILS}/${ownSlug}/`)).status).toBe(200);
  });

  it("a table of ids tells which events exist", async () => {
    const ids = join(dir, "ids.map");
    writeFileSync(ids, await hostConfiguration("nginx-ids", { dir: tree, listen: "1" }));
    const port = await start("with-ids", ids);
    expect((await askPort(port, `/${DETAILS}/${packedSlug}/`)).status).toBe(400);
    expect((await askPort(port, `/${DETAILS}/${packedSlug.split("-").at(-1)}/`)).status).toBe(308);
    expect((await askPort(port, `/${DETAILS}/m1-0-nowhere-zz99999999/`)).status).toBe(404);
  });
});
