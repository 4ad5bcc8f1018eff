import { once } from "node:events";
import { type IncomingMessage, request, type Server } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeAll, expect, it } from "vitest";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import type { ShareLimits } from "../../../build/hosts/node/work-share.ts";
import { AS_OF } from "../../fdsn/world.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { archiveTree, eventsOf } from "../archive-tree.ts";
import { ask, portOf, withServer } from "../ask.ts";

const IDS = Array.from({ length: 24_000 }, (_, at) => `us${at.toString(36).padStart(6, "0")}`);
const QUERY = "/fdsnws/event/1/query?starttime=1950-01-01&limit=20000&format=";
const SLOW = 10;
const SILENT = 60;
/** What a slow client reads at a time, bytes, and its pause, ms: 40 MB take 20 seconds. */
const PIECE = 262_144;
const PAUSE = 120;

const out = join(temporaryFolder(), "tree");
beforeAll(() => archiveTree(out, eventsOf(IDS)), 120_000);

async function begin(server: Server, target: string, client?: string): Promise<IncomingMessage> {
  const headers = client === undefined ? {} : { "x-forwarded-for": client };
  const asked = request({ port: portOf(server), host: "127.0.0.1", path: target, agent: false, headers });
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

const ONE_PLACE: ShareLimits = { running: 1, waiting: 1, perClient: 1, free: 0, wait: 1_000_000, longest: 1_000_000 };

it("of the long queries of a client one is done, and of three clients two: the others get a 503 with Retry-After", async () => {
  const server = await createTreeServer(out, { clock: () => AS_OF, queries: ONE_PLACE });
  await withServer(server, async () => {
    const answersTo = async (target: string, ...clients: string[]) => {
      // Read at once: a query goes on only as its client reads.
      const responses = await Promise.all(clients.map(async (client) => (await begin(server, target, client)).resume()));
      return responses.map(({ statusCode, headers }) => `${statusCode} ${headers["retry-after"] ?? ""}`).toSorted();
    };
    // They take seconds, so that the others arrive meanwhile on any machine.
    expect(await answersTo(`${QUERY}xml`, "a", "a")).toEqual(["200 ", "503 30"]);
    expect(await answersTo(`${QUERY}xml`, "d", "b", "c")).toEqual(["200 ", "200 ", "503 30"]);
    expect(await answersTo("/api/v1/earthquakes/?start=1950-01-01&limit=500&offset=20000", "a", "a")).toEqual(["200 ", "503 5"]);
  });
});

it("twelve queries whose clients leave at the first byte cost less than three that are read", async () => {
  await withServer(await createTreeServer(out, { clock: () => AS_OF }), async (server) => {
    const costOf = async (times: number, run: () => Promise<unknown>) => {
      const began = process.cpuUsage();
      for (let at = 0; at < times; at++) await run();
      const { user, system } = process.cpuUsage(began);
      return user + system;
    };
    const read = () => ask(server, `${QUERY}xml`);
    await read();
    const three = await costOf(3, read);
    const left = await costOf(12, async () => (await begin(server, `${QUERY}xml`)).destroy());
    // What was left would go on beside this one.
    const after = await costOf(1, read);
    expect(left + after).toBeLessThan((three * 4) / 3);
  });
}, 60_000);

it("an answer that waits for its client holds neither its rows nor its events", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await withServer(await createTreeServer(out, { clock: () => AS_OF }), async (server) => {
    const held = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    for (const format of ["xml", "geojson"]) await ask(server, QUERY + format);
    const before = held();
    const waiting = [];
    for (let at = 0; at < 20; at++) waiting.push(await begin(server, `${QUERY}xml`, `10.0.0.${at}`));
    await expect.poll(held, { timeout: 20_000 }).toBeLessThan(before + 6e6);
    for (const response of waiting) response.destroy();
  });
});

it(
  "large answers of the event service arrive whole at slow clients beside silent ones, while the tree is replaced",
  async () =>
    withServer(await createTreeServer(out, { clock: () => AS_OF }), async (server) => {
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
    }),
  300_000,
);
