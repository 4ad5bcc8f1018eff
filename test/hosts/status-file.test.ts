import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { makeStatus, writeStatus } from "../tree/make-status.ts";
import { ask } from "./ask.ts";
import { NODE_HOSTS } from "./node-hosts.ts";
import { smallTree } from "./small-tree.ts";

const root = temporaryFolder();

describe.each(NODE_HOSTS)("the status of the last run, by %s", (name, start) => {
  const out = join(root, name.replaceAll(" ", "-"));
  let server: Server;
  const write = (fresh: boolean) => writeStatus(out, makeStatus({ fresh }));
  beforeAll(async () => {
    await smallTree(out);
    server = await start(out);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it("is not there before a run has written one", async () => {
    expect((await ask(server, "/status.json")).status).toBe(404);
    expect((await ask(server, "/status/")).status).toBe(404);
  });

  it("is sent as it is now, to be kept for a minute at the most, without a new snapshot", async () => {
    await write(true);
    const first = await ask(server, "/status.json?x=1");
    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toEqual(makeStatus());
    expect(first.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
      "access-control-allow-origin": "*",
    });
    expect(first.headers).not.toHaveProperty("last-modified");
    const etag = String(first.headers.etag);
    expect((await ask(server, "/status.json", { headers: { "if-none-match": etag } })).status).toBe(304);
    await write(false);
    const second = await ask(server, "/status.json", { headers: { "if-none-match": etag } });
    expect(JSON.parse(second.text).fresh).toBe(false);
    expect((await ask(server, "/status.json", { headers: { range: "bytes=0-8" } })).text).toBe('{"format"');
    expect((await ask(server, "/status.json", { method: "HEAD" })).text).toBe("");
  });

  it("has a page under /status/, to which /status leads", async () => {
    await write(true);
    const page = await ask(server, "/status/");
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.text).toContain("All sources are fresh.");
    expect(await ask(server, "/status")).toMatchObject({ status: 308, headers: { location: "/status/" } });
  });
});
