import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { listen } from "../support/listen.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { smallTree } from "./small-tree.ts";

const GUIDE = readFileSync(new URL("../../docs/hosting/github-pages.md", import.meta.url), "utf8");
const folder = temporaryFolder();
const out = join(folder, "tree");
const FEED = "earthquakes/feed/v1.0/summary/all_day.geojson";
const DATA = "data/countries.geojson";
const { apache, caddy } = inject("programs");

/** What the guide says, with our folder. */
function settings(language: string): string {
  const [, text = ""] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(GUIDE) ?? [];
  return text.replaceAll("/srv/www/quakes", out);
}

/** The modules that Debian loads, and those that the guide names. */
const MODULES = ["mpm_event", "authz_core", "dir", "mime", "headers", "deflate", "filter"];

const apacheSettings = (port: number) => `ServerRoot ${folder}
PidFile ${join(folder, "apache.pid")}
ErrorLog ${join(folder, "apache.log")}
ServerName localhost
Listen 127.0.0.1:${port}
User www-data
Group www-data
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
TypesConfig /etc/mime.types
DocumentRoot ${out}
${settings("apache")}`;

const caddySettings = (port: number) =>
  `{\n  admin off\n  auto_https off\n}\n${settings("caddy").replace("quakes.example", `http://127.0.0.1:${port}`)}`;

describe.each([
  ["Apache", apache, apacheSettings, ["-D", "FOREGROUND", "-f"]],
  ["Caddy", caddy, caddySettings, ["run", "--adapter", "caddyfile", "--config"]],
] as const)("%s as the guide sets it up", (name, program, textFor, options) => {
  let server: ChildProcess | undefined;
  let base: string;

  beforeAll(async () => {
    if (program === undefined) return;
    await smallTree(out, { packLarge: false });
    for (const file of [FEED, DATA]) {
      mkdirSync(dirname(join(out, file)), { recursive: true });
      writeFileSync(join(out, file), "{}");
    }
    // Apache reads as another user.
    for (const dir of [folder, dirname(out)]) chmodSync(dir, 0o755);
    const free = await listen(() => {});
    base = free.base;
    await free.close();
    const file = join(folder, name);
    writeFileSync(file, textFor(Number(new URL(base).port)));
    server = spawn(program, [...options, file], { stdio: "ignore", env: { ...process.env, HOME: folder } });
    await vi.waitFor(async () => expect((await fetch(`${base}/snapshot.json`)).status).toBe(200), { timeout: 10_000 });
  }, 30_000);

  afterAll(async () => {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });

  it.skipIf(!program)("keeps what the comparison of hosts promises of a file server", async () => {
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(base + path, { headers: { "accept-encoding": "identity", ...headers } });
      return { status: answer.status, header: (key: string) => answer.headers.get(key) ?? "", text: await answer.text() };
    };
    const plain = await get("/api/recent.json");
    expect([plain.status, plain.header("access-control-allow-origin"), plain.header("content-type")]).toEqual([
      200,
      "*",
      expect.stringMatching(/^application\/json/),
    ]);
    expect((await get("/api/recent.json?limit=1")).text).toBe(plain.text);
    const packed = await get("/api/recent.json", { "accept-encoding": "gzip" });
    expect([packed.header("content-encoding"), packed.text]).toEqual(["gzip", plain.text]);
    for (const [headers, got] of [
      [{}, plain],
      [{ "accept-encoding": "gzip" }, packed],
    ] as const) {
      expect((await get("/api/recent.json", { ...headers, "if-none-match": got.header("etag") })).status).toBe(304);
    }
    expect(await get("/api/recent.json", { range: "bytes=1-4" })).toMatchObject({ status: 206, text: plain.text.slice(1, 5) });
    expect((await get(`/${FEED}`)).header("content-type")).toMatch(/^application\/json/);
    expect((await get(`/${DATA}`)).header("content-type")).toBe("application/geo+json");
    const missing = await get("/nothing/at/all");
    expect([missing.status, missing.text]).toEqual([404, expect.stringMatching(/^<h1>No such page/)]);
    expect((await get("/api/recent/")).status).toBe(404);
  });
});
