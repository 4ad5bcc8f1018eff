import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { EXAMPLE_PATHS, serve } from "../../build/cli/serve.ts";
import { silentReport } from "../../build/platform/report.ts";
import { portOf, withServer } from "../hosts/ask.ts";
import { AS_OF, smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

const NOW = Date.parse(AS_OF) + 60_000;
const context = { report: { ...silentReport, clear() {} }, now: () => NOW };
const here = { port: 0, host: "127.0.0.1" };

it("serves the addresses that it names, and ends although a client stays connected", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const { url, snapshot, close } = await serve({ dir: join(dir, "tree"), ...here }, context);
    const idle = connect(Number(new URL(url).port), "127.0.0.1");
    idle.on("error", () => {});
    expect(EXAMPLE_PATHS).toHaveLength(6);
    const answer = await fetch(new URL(EXAMPLE_PATHS[2], url));
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
    await expect(serve({ dir: out, ...here }, context)).rejects.toMatchObject({ code: "tree-missing" });
    expect(readdirSync(dir)).toEqual(before);
  }));

it("refuses a port that is in use", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    await withServer(createServer(), async (server) => {
      const attempt = serve({ dir: join(dir, "tree"), host: "127.0.0.1", port: portOf(server) }, context);
      await expect(attempt).rejects.toMatchObject({ code: "port-in-use" });
    });
  }));

it("serves only files if it is static", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const { url, close } = await serve({ dir: join(dir, "tree"), ...here, isStatic: true }, context);
    const statuses = ["api/recent.json", "api/recent/"].map(async (path) => (await fetch(new URL(path, url))).status);
    expect(await Promise.all(statuses)).toEqual([200, 404]);
    await close();
  }));

it("serves metrics at an address of their own, and counts each request", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const metrics = { port: 0, host: "127.0.0.1" };
    const { url, metricsUrl = "", snapshot, close } = await serve({ dir: join(dir, "tree"), ...here, metrics }, context);
    const statuses = ["api/recent/", "api/recent/", "nowhere", "metrics"].map(async (path) => (await fetch(new URL(path, url))).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
    await fetch(url, { method: "PUT" });
    const answer = await fetch(metricsUrl);
    const text = await answer.text();
    expect(answer.headers.get("content-type")).toContain("version=0.0.4");
    const samples = new Map(text.split("\n").map((line): [string, string] => [line.split(" ")[0] ?? "", line.split(" ")[1] ?? ""]));
    expect(samples.get('quaketree_http_requests_total{method="GET",code="200"}')).toBe("2");
    expect(samples.get('quaketree_http_requests_total{method="GET",code="404"}')).toBe("2");
    expect(samples.get('quaketree_http_requests_total{method="other",code="405"}')).toBe("1");
    expect(samples.get('quaketree_http_request_duration_seconds_bucket{le="+Inf"}')).toBe("5");
    expect(samples.get("quaketree_tree_as_of_timestamp_seconds")).toBe(String(Date.parse(snapshot.as_of) / 1000));
    expect(Number(samples.get("quaketree_http_sent_bytes_total"))).toBeGreaterThan(1000);
    expect((await fetch(new URL("/", metricsUrl))).status).toBe(404);
    await close();
    await expect(fetch(metricsUrl)).rejects.toThrow();
  }));

it("logs a line of JSON for each request, without the secrets of a client", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const { url, close } = await serve({ dir: join(dir, "tree"), ...here, log }, context);
    const headers = { "user-agent": "try/1 (token=4711) Bearer 4711", referer: "https://elsewhere.example/page?session=5" };
    const answer = await fetch(new URL("api/recent/?limit=1&api_key=4711", url), { headers });
    await answer.text();
    await close();
    expect(lines.every((line) => line.endsWith("}\n") && !line.slice(0, -1).includes("\n"))).toBe(true);
    const told = lines.map((line) => JSON.parse(line));
    expect(told.map(({ event }) => event)).toEqual(["tree", "serving", "request"]);
    expect(told[2]).toEqual({
      time: new Date(NOW).toISOString(),
      level: "info",
      event: "request",
      remote_addr: "127.0.0.1",
      method: "GET",
      target: "/api/recent/?limit=1&api_key=***",
      protocol: "HTTP/1.1",
      status: 400,
      bytes_sent: expect.any(Number),
      complete: true,
      duration_s: expect.any(Number),
      host: new URL(url).host,
      referer: "https://elsewhere.example/page",
      user_agent: "try/1 (token=***) Bearer ***",
    });
  }));

it("ends if the metrics cannot be served", () =>
  inTemporaryFolder(async (dir) => {
    await smallTree(join(dir, "tree"));
    await withServer(createServer(), async (server) => {
      const metrics = { host: "127.0.0.1", port: portOf(server) };
      await expect(serve({ dir: join(dir, "tree"), ...here, metrics }, context)).rejects.toMatchObject({ code: "port-in-use" });
    });
  }));
