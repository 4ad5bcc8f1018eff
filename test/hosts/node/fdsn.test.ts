import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { createFdsnHost } from "../../../build/hosts/node/fdsn.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import type { NodeRequest } from "../../../build/hosts/node/request.ts";
import { AS_OF } from "../../fdsn/world.ts";
import { inTemporaryFolder } from "../../tree/tiny-tree.ts";
import { archiveTree, eventsOf } from "../archive-tree.ts";
import { ask, withServer } from "../ask.ts";

it("the Node host answers the event service from the files of its tree, and goes over to the next tree", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    await withServer(await createNodeHandler(out, { clock: () => AS_OF }), async (server) => {
      const { status, text } = await ask(server, "/fdsnws/event/1/version");
      expect([status, text]).toEqual([503, expect.stringMatching(/^Error 503: Service Unavailable\n\n/)]);
    });
    await archiveTree(out, eventsOf(["us1", "us2"]));
    let now = 0;
    const errors: Error[] = [];
    const handler = await createNodeHandler(out, {
      now: () => now,
      clock: () => AS_OF,
      onError: (error) => errors.push(error),
    });
    await withServer(handler, async (server) => {
      const get = (path: string, method = "GET") => ask(server, `/fdsnws/${path}`, { method });
      const text = "event/1/query?format=text";
      const rows = async () => (await get(text)).text.match(/^us\d/gm);
      const [found, head] = [await get(text), await get(text, "HEAD")];
      expect([found.status, found.headers["content-type"], await rows()]).toEqual([200, "text/plain; charset=utf-8", ["us1", "us2"]]);
      expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(found.body.length)]);
      const snapshot = found.headers["x-snapshot"];
      await archiveTree(out, eventsOf(["us1", "us2", "us3"]));
      // The former packs are still there, for requests of the former snapshot.
      const before = await get("event/1/count?format=text");
      expect([before.headers["x-snapshot"], before.text]).toEqual([snapshot, "2"]);
      now += 2_000;
      await expect.poll(rows).toEqual(["us1", "us2", "us3"]);

      const packs = readdirSync(join(out, "archive")).filter((name) => name.endsWith(".pack"));
      for (const name of packs) rmSync(join(out, "archive", name));
      expect((await get("event/1/query?eventid=us3")).status).toBe(500);
      expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/^archive\/[0-9a-f]{64}\.pack is not the file/)]);
    });
  }));

it("the Node host refuses work for which it has no place, and says when to ask again", () =>
  inTemporaryFolder(async (dir) => {
    await archiveTree(dir, eventsOf(["us1", "us2"]));
    const host = createFdsnHost(dir, () => AS_OF, { running: 0, waiting: 0, perClient: 0, free: 0, wait: 1_000, longest: 1_000 });
    const tree = await loadTree(dir);
    const asked = (target: string) => ({ method: "GET", target, client: "a", over: () => new AbortController().signal }) as NodeRequest;
    const events = await host.events(tree, asked("/fdsnws/event/1/query?format=text"));
    const list = await host.earthquakes(tree, asked("/api/v1/earthquakes/?start=1950-01-01"));
    expect([events, list].map(({ status, headers }) => [status, headers["retry-after"]])).toEqual([
      [503, "30"],
      [503, "5"],
    ]);
  }));
