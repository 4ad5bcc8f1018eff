import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStaticServer } from "../../../build/hosts/node/static-server.ts";
import { type Listening, listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { ask, portOf, withServer } from "../ask.ts";
import { smallTree } from "../small-tree.ts";

const dir = temporaryFolder();
const root = join(dir, "tree");
const server = createStaticServer(root);
let host: Listening;

beforeAll(async () => {
  await smallTree(root);
  mkdirSync(join(root, "docs"), { recursive: true });
  writeFileSync(join(root, "docs/index.html"), "<h1>Documentation</h1>");
  mkdirSync(join(root, "empty"));
  writeFileSync(join(dir, "secret.txt"), "not for visitors");
  host = await listen(server);
});
afterAll(() => host.close());

describe("a static server", () => {
  it("serves a file with its type, also to pages of other sites", async () => {
    const { status, headers, body } = await ask(server, "/api/recent.json");
    expect([status, headers["access-control-allow-origin"], headers["cache-control"]]).toEqual([200, "*", "max-age=0"]);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    expect(body.equals(readFileSync(join(root, "api/recent.json")))).toBe(true);
  });

  it("answers a client that ends its side of the connection", async () => {
    const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
    socket.end("GET /api/recent.json HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(await text(socket)).toContain(readFileSync(join(root, "api/recent.json"), "utf8"));
  });

  it("ignores a query", async () => {
    const [plain, queried] = [await ask(server, "/api/recent.json"), await ask(server, "/api/recent.json?limit=0")];
    expect([queried.status, queried.text]).toEqual([200, plain.text]);
  });

  it("serves the index of a folder, and redirects to it", async () => {
    expect((await ask(server, "/docs/")).text).toBe("<h1>Documentation</h1>");
    const { status, headers } = await ask(server, "/docs");
    expect([status, headers.location]).toEqual([302, "/docs/"]);
  });

  it("answers 304 to who has the file", async () => {
    const { headers } = await ask(server, "/api/recent.json");
    const again = await ask(server, "/api/recent.json", { headers: { "if-none-match": String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it.each([
    "/api/recent/",
    "/nothing",
    "/empty/",
    "/secret.txt",
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/docs/..%5c..%5csecret.txt",
    "/docs%00",
    "//docs",
    `/${"x".repeat(300)}`,
  ])("lists nothing, and leads to nothing outside: %s", async (target) => {
    const { status, headers, text } = await ask(server, target);
    expect(status).toBe(404);
    expect(headers.location).toBeUndefined();
    expect(text).not.toMatch(/visitors|Error|node_modules/);
  });

  it("follows no symbolic link out of the folder", async () => {
    const [outside, tree] = [temporaryFolder(), join(temporaryFolder(), "tree")];
    writeFileSync(join(outside, "secret.txt"), "a secret");
    mkdirSync(tree);
    writeFileSync(join(tree, "a.txt"), "a");
    symlinkSync(join(outside, "secret.txt"), join(tree, "link.txt"));
    symlinkSync(outside, join(tree, "folder"));
    symlinkSync("..", join(tree, "above"));
    symlinkSync(join(tree, "a.txt"), join(tree, "within.txt"));
    await withServer(createStaticServer(tree), async (linked) => {
      const status = async (path: string) => (await ask(linked, path)).status;
      expect(await Promise.all(["/link.txt", "/folder/secret.txt", "/%6cink.txt", "/above", "/within.txt"].map(status))).toEqual([
        404, 404, 404, 404, 200,
      ]);
    });
  });

  it.each(["POST", "PUT", "DELETE"])("refuses %s", async (method) => {
    expect((await ask(server, "/api/recent.json", { method })).status).toBe(405);
  });

  it("serves the folder that has taken the place of the first", async () => {
    const changing = join(temporaryFolder(), "tree");
    for (const name of [changing, `${changing}.next`]) {
      mkdirSync(name);
      writeFileSync(join(name, "name.txt"), name);
    }
    await withServer(createStaticServer(changing), async (changed) => {
      renameSync(changing, `${changing}.before`);
      renameSync(`${changing}.next`, changing);
      expect((await ask(changed, "/name.txt")).text).toBe(`${changing}.next`);
    });
  });
});
