import { once } from "node:events";
import { type IncomingMessage, request, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { AS_OF } from "../../fdsn/world.ts";
import { inTemporaryFolder } from "../../tree/tiny-tree.ts";
import { archiveTree, eventsOf } from "../archive-tree.ts";
import { ask, portOf, withServer } from "../ask.ts";

const IDS = Array.from({ length: 24_000 }, (_, at) => `us${at.toString(36).padStart(6, "0")}`);
const QUERY = "/fdsnws/event/1/query?starttime=1950-01-01&limit=20000&format=";
const SLOW = 10;
const SILENT = 60;
/** What a slow client reads at a time, bytes, and its pause, ms: 40 MB take 20 seconds. */
const PIECE = 262_144;
const PAUSE = 120;

async function begin(server: Server, target: string): Promise<IncomingMessage> {
  const asked = request({ port: portOf(server), host: "127.0.0.1", path: target, agent: false });
  // The server may close the connection of a client that does not read.
  asked.on("error", () => {});
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return response.on("error", () => {});
}

async function readSlowly(response: IncomingMessage): Promise<{ bytes: number; isWhole: boolean }> {
  let [bytes, since] = [0, 0];
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    since += (chunk as Buffer).length;
    if (since < PIECE) continue;
    since = 0;
    await delay(PAUSE);
  }
  return { bytes, isWhole: response.complete };
}

it(
  "large answers of the event service arrive whole at slow clients beside silent ones, while the tree is replaced",
  () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "tree");
      await archiveTree(out, eventsOf(IDS));
      await withServer(await createTreeServer(out, { clock: () => AS_OF }), async (server) => {
        const formats = ["xml", "geojson", "csv", "text"];
        const sizes = new Map<string, number>();
        for (const format of formats) sizes.set(format, (await ask(server, QUERY + format)).body.length);
        expect(sizes.get("xml")).toBeGreaterThan(20e6);
        const before = process.memoryUsage.rss();
        let most = before;
        const watch = setInterval(() => {
          most = Math.max(most, process.memoryUsage.rss());
        }, 50);
        const statuses: (number | undefined)[] = [];
        const slow = Array.from({ length: SLOW }, async (_, at) => {
          const format = formats[at % formats.length] as string;
          const response = await begin(server, QUERY + format);
          return { format, status: response.statusCode, ...(await readSlowly(response)) };
        });
        const silent = Array.from({ length: SILENT }, async () => {
          const response = await begin(server, `${QUERY}xml`).catch(() => undefined);
          statuses.push(response?.statusCode);
          if (response?.statusCode === 503) expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
        });
        await Promise.all(silent);
        for (const id of ["us1", "us2"]) await archiveTree(out, eventsOf([id]));
        const results = await Promise.all(slow);
        clearInterval(watch);
        const whole = results.filter(({ status }) => status === 200);
        expect(whole.length).toBeGreaterThan(0);
        for (const { format, bytes, isWhole } of whole) expect([bytes, isWhole]).toEqual([sizes.get(format), true]);
        expect(results.filter(({ status }) => status !== 200).every(({ status }) => status === 503)).toBe(true);
        expect(new Set([...statuses, 200, 503])).toEqual(new Set([200, 503]));
        expect(most - before).toBeLessThan(250e6);
      });
    }),
  300_000,
);
