import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serve, TO_TRY } from "../../build/cli/serve.ts";
import { silentReport } from "../../build/platform/report.ts";
import { portOf, withServer } from "../hosts/ask.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

const report = { ...silentReport, clear() {} };
const here = { port: 0, host: "127.0.0.1" };

it("serves the addresses that it names, and ends although somebody stays connected", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const { url, snapshot, close } = await serve({ dir: join(dir, "tree"), ...here }, report);
    const idle = connect(Number(new URL(url).port), "127.0.0.1");
    idle.on("error", () => {});
    expect(TO_TRY).toHaveLength(6);
    const answer = await fetch(new URL(TO_TRY[2], url));
    expect([answer.status, answer.headers.get("x-snapshot")]).toEqual([200, snapshot.id]);
    await answer.arrayBuffer();
    await close();
    await expect(fetch(url)).rejects.toThrow();
    idle.destroy();
  }));

it("leaves the folders beside a tree to the build that may be writing them", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    await smallTree(join(dir, "tree.next-1"));
    const before = readdirSync(dir);
    await expect(serve({ dir: out, ...here }, report)).rejects.toMatchObject({ code: "tree-missing" });
    expect(readdirSync(dir)).toEqual(before);
  }));

it("refuses a port that is in use", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    await withServer(createServer(), async (server) => {
      const attempt = serve({ dir: join(dir, "tree"), host: "127.0.0.1", port: portOf(server) }, report);
      await expect(attempt).rejects.toMatchObject({ code: "port-in-use" });
    });
  }));

it("serves only files where it is static", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const { url, close } = await serve({ dir: join(dir, "tree"), ...here, isStatic: true }, report);
    const statuses = ["api/recent.json", "api/recent/"].map(async (path) => (await fetch(new URL(path, url))).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    await close();
  }));
