import { rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../build/config/config.ts";
import { checkNotices, goneReceivers, signatureOf, tellNotices } from "../../../build/publish/notices/notices.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { catalogue, event, plantCatalogue, type TestCatalogue } from "../../tree/changing-catalogue.ts";

const root = temporaryFolder();
const START = Date.parse("2018-02-06T16:00:00.000Z");
const MINUTE = 60_000;
// The example of the specification of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let received: Received[] = [];
let answers: number[] = [];
/** The path of a receiver that wants no more. */
let goneAt: string | undefined;
/** What a receiver waits for before it answers, by its path. */
const delays = new Map<string, Promise<void>>();
/** Called with each notice that arrives. */
let arrived: (url: string) => void = () => {};
const server = createServer((request, response) => {
  const { url = "", headers } = request;
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  const answer = () => {
    const status = url === goneAt ? 410 : (answers.shift() ?? 200);
    response.writeHead(status, status === 429 ? { "retry-after": "30" } : {}).end();
  };
  request.on("end", () => {
    received.push({ url, headers, body: Buffer.concat(chunks).toString() });
    arrived(url);
    const wait = delays.get(url);
    if (wait) void wait.then(answer);
    else answer();
  });
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => server.close());
const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

/** A tree that grows, and whoever is told of it. */
function world(name: string, rules: object, begun = 0) {
  const [store, out] = [join(root, name, "store"), join(root, name, "dist")];
  const config = parseConfig(JSON.stringify({ public_url: "https://quakes.example", notices: rules }), "q.json");
  const warnings: string[] = [];
  let minute = begun;
  return {
    config,
    warnings,
    async minute(one: TestCatalogue, later = 1) {
      minute += later;
      const now = START + minute * MINUTE;
      await plantCatalogue(out, one, new Date(now).toISOString());
      return this.tell(now);
    },
    /** @param slow time that each notice takes, ms */
    async tell(now: number, slow = 0) {
      received = [];
      const context = {
        fetch,
        sleep: () => delay(0),
        random: () => 0,
        now: () => now + slow * received.length,
        env: { SECRET },
        report: { warn: (line: string) => void warnings.push(line) },
      };
      const result = await tellNotices(config, { store, out }, context);
      return { ...result, bodies: received.map(({ body }) => JSON.parse(body)) };
    },
  };
}

const quake = (id: string, more: object = {}) => event(id, { occurred_at: "2018-02-06T15:50:42.400Z", magnitude: 6, ...more });
const old = event("us0", { occurred_at: "2018-02-01T00:00:00.000Z" });

describe("notices", () => {
  it("tell a new earthquake once, its revisions beyond a limit, and its withdrawal, and nobody who does not match", async () => {
    const rules = {
      big: { to: address("/big"), format: "json", min_magnitude: 6 },
      far: { to: address("/far"), format: "json", circle: { latitude: 0, longitude: 0, radius_km: 100 } },
      late: { to: address("/late"), format: "json", kinds: ["withdrawn"] },
      // Only an address of its own, and no receiver.
      fed: { feed: true },
    };
    const { minute } = { minute: world("once", rules) };
    const kinds = async (one: TestCatalogue) => (await minute.minute(one)).bodies.map(({ rule, kind }) => `${rule} ${kind}`);
    // The first run records where to begin.
    expect(await kinds(catalogue(old))).toEqual([]);
    expect(await kinds(catalogue(old, quake("us1")))).toEqual(["big new"]);
    expect(await kinds(catalogue(old, quake("us1")))).toEqual([]);
    expect(await kinds(catalogue(old, quake("us1", { magnitude: 6.1 })))).toEqual([]);
    // Compared with what was told, so that small steps add up.
    expect(await kinds(catalogue(old, quake("us1", { magnitude: 6.2 })))).toEqual(["big revised"]);
    expect(await kinds(catalogue(old, quake("us1", { magnitude: 5.8 })))).toEqual(["big revised"]);
    // Found late, or restored: not news.
    expect(
      await kinds(catalogue(old, quake("us1", { magnitude: 5.8 }), quake("us2", { occurred_at: "2018-02-03T00:00:00.000Z" }))),
    ).toEqual([]);
    const withdrawn = { ...catalogue(old), withdrawn: new Map([["us1", START]]) };
    expect(await kinds(withdrawn)).toEqual(["big withdrawn", "late withdrawn"]);
  });

  it("count as new when a revision makes an earthquake match", async () => {
    const one = world("grows", { big: { to: address("/"), format: "json", min_magnitude: 6 } });
    await one.minute(catalogue(old));
    expect((await one.minute(catalogue(old, quake("us1", { magnitude: 5.9 })))).sent).toBe(0);
    const { bodies } = await one.minute(catalogue(old, quake("us1", { magnitude: 6 })));
    expect(bodies).toMatchObject([
      { kind: "new", url: expect.stringContaining("https://quakes.example/earthquakes/"), title: /^M 6\.0, / },
    ]);
    expect(bodies[0].text).toContain("told 12 min after it");
  });

  it("are signed as Standard Webhooks describes, with one id for all attempts", async () => {
    expect(signatureOf(SECRET, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, '{"test": 2432232314}')).toBe(
      "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
    const one = world("signed", { all: { to: address("/hook"), secret_variable: "SECRET" } });
    await one.minute(catalogue(old));
    answers = [503];
    await one.minute(catalogue(old, quake("us1")));
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual(Array(2).fill(received[0]?.headers["webhook-id"]));
    const [{ headers, body }] = received as [Received];
    const id = String(headers["webhook-id"]);
    expect(headers["webhook-signature"]).toBe(signatureOf(SECRET, id, Number(headers["webhook-timestamp"]), body));
    expect(headers["content-type"]).toBe("application/cloudevents+json; charset=utf-8");
    expect(JSON.parse(body)).toMatchObject({ specversion: "1.0", id, type: "org.quaketree.earthquake.new", subject: "us1" });
  });

  it.each([
    [24, true],
    [64, true],
    [23, false],
    [65, false],
  ])("a secret of %i bytes is accepted: %s", (bytes, isAccepted) => {
    const env = { KEY: `whsec_${Buffer.alloc(bytes, 7).toString("base64")}` };
    const check = () =>
      checkNotices({ notices: { all: { to: "https://hooks.example/", secret_variable: "KEY", format: "json", feed: false } } }, env);
    if (isAccepted) check();
    else expect(check).toThrow(/KEY is not a secret/);
  });

  it("wait for a receiver that fails, are given up after a day, and at once where it refuses", async () => {
    const one = world("waits", { all: { to: address("/secret-path"), format: "json" } });
    await one.minute(catalogue(old));
    answers = [500, 500];
    expect(await one.minute(catalogue(old, quake("us1")))).toMatchObject({ sent: 0, waiting: 1 });
    // Not due yet, then due.
    expect(await one.tell(START + 2.5 * MINUTE)).toMatchObject({ sent: 0, waiting: 1, bodies: [] });
    answers = [500, 500];
    expect(await one.tell(START + 4 * MINUTE)).toMatchObject({ sent: 0, waiting: 1 });
    expect(await one.tell(START + 8 * MINUTE)).toMatchObject({ sent: 1, waiting: 0, bodies: [{ kind: "new" }] });
    answers = [404];
    expect(await one.minute(catalogue(old, quake("us1"), quake("us3")), 20)).toMatchObject({ sent: 0, waiting: 0 });
    answers = [500, 500, 500, 500];
    expect(await one.minute(catalogue(old, quake("us1"), quake("us3"), quake("us4")), 1)).toMatchObject({ waiting: 1 });
    expect(await one.tell(START + 26 * 60 * MINUTE)).toMatchObject({ sent: 0, waiting: 0 });
    expect(one.warnings).toHaveLength(5);
    expect(one.warnings.join("\n")).not.toContain("secret-path");
    expect(one.warnings.at(-1)).toContain("given up");
  });

  it("are not sent any more after 410, also not those that wait, until the rule names another address", async () => {
    const rules = (path: string) => ({ all: { to: address(path), format: "json" }, other: { to: address("/other"), format: "json" } });
    const before = world("gone", rules("/gone"));
    const store = join(root, "gone/store");
    await before.minute(catalogue(old));
    goneAt = "/gone";
    const first = await before.minute(catalogue(old, quake("us1"), quake("us2")));
    expect(first).toMatchObject({ sent: 2, waiting: 0 });
    expect(first.bodies).toHaveLength(3);
    const second = await before.minute(catalogue(old, quake("us1"), quake("us2"), quake("us3")));
    expect(second.bodies.map(({ rule }) => rule)).toEqual(["other"]);
    expect(before.warnings).toEqual([expect.stringMatching(/all: the receiver at http:\/\/[\d.:]+ answered with status 410 \(gone\)/)]);
    expect(await goneReceivers(store, { notices: before.config.notices })).toEqual([{ rule: "all", at: START + 2 * MINUTE }]);
    const after = world("gone", rules("/new"), 3);
    expect(await goneReceivers(store, { notices: after.config.notices })).toEqual([]);
    expect((await after.minute(catalogue(old, quake("us1"), quake("us4")))).bodies.map(({ rule }) => rule)).toContain("all");
  });

  it("are at most twenty a run, and one that counts the others; a gap is told", async () => {
    const one = world("many", { all: { to: address("/"), format: "json" } });
    await one.minute(catalogue(old));
    const many = Array.from({ length: 23 }, (_, at) => quake(`us${100 + at}`));
    const { sent, bodies } = await one.minute(catalogue(old, ...many));
    expect(sent).toBe(21);
    expect(bodies.at(-1)).toMatchObject({ kind: "more", others: 3, earthquake: null });
    rmSync(join(root, "many/dist"), { recursive: true });
    await plantCatalogue(join(root, "many/dist"), catalogue(old, quake("us5")), "2018-02-20T00:00:00.000Z");
    const gap = await one.tell(Date.parse("2018-02-20T00:00:00.000Z"));
    expect(gap.bodies.map(({ kind }) => kind)).toEqual(["gap"]);
  });

  it("follow an earthquake whose preferred id changes, also by steps too small to tell", async () => {
    const one = world("renamed", { big: { to: address("/"), format: "json", min_magnitude: 6 } });
    const told = async (now: TestCatalogue) =>
      (await one.minute(now)).bodies.map(({ kind, earthquake }) => `${kind} ${earthquake.event_id}`);
    await one.minute(catalogue(old));
    expect(await told(catalogue(old, quake("us1")))).toEqual(["new us1"]);
    const renamed = (more: object = {}) => quake("ci1", { aliases: ["us1"], ...more });
    expect(await told(catalogue(old, renamed()))).toEqual([]);
    expect(await told(catalogue(old, renamed({ depth_km: 11 })))).toEqual([]);
    const { bodies } = await one.minute(catalogue(old, renamed({ magnitude: 6.5 })));
    expect(bodies).toMatchObject([{ kind: "revised", earthquake: { event_id: "ci1" }, before: { event_id: "us1" } }]);
    expect(await told(catalogue(old, quake("nn1", { aliases: ["ci1", "us1"], magnitude: 6.5 })))).toEqual([]);
    expect(await told({ ...catalogue(old), withdrawn: new Map([["nn1", START]]) })).toEqual(["withdrawn ci1"]);
  });

  it("follow an earthquake that gets another id and changes between two runs", async () => {
    const one = world("between", { big: { to: address("/"), format: "json", min_magnitude: 6 } });
    const plant = (now: TestCatalogue, minute: number) =>
      plantCatalogue(join(root, "between/dist"), now, new Date(START + minute * MINUTE).toISOString());
    await one.minute(catalogue(old));
    await plant(catalogue(old, quake("us1")), 2);
    await plant(catalogue(old, quake("ci1", { aliases: ["us1"] })), 3);
    await plant(catalogue(old, quake("ci1", { aliases: ["us1"], depth_km: 11 })), 4);
    expect((await one.tell(START + 4 * MINUTE)).bodies).toMatchObject([{ kind: "new", earthquake: { event_id: "ci1", depth_km: 11 } }]);
    await plant(catalogue(old, quake("nn1", { aliases: ["ci1", "us1"] })), 5);
    await plant({ ...catalogue(old), withdrawn: new Map([["nn1", START]]) }, 6);
    expect((await one.tell(START + 6 * MINUTE)).bodies).toMatchObject([{ kind: "withdrawn", earthquake: { event_id: "ci1" } }]);
  });

  it("follow an earthquake that is merged into another one that was not told", async () => {
    const one = world("merged", { big: { to: address("/"), format: "json", min_magnitude: 6 } });
    await one.minute(catalogue(old));
    await one.minute(catalogue(old, quake("us1"), quake("ci1", { magnitude: 5 })));
    expect((await one.minute(catalogue(old, quake("ci1", { aliases: ["us1"], magnitude: 6.1 })))).bodies).toEqual([]);
    const { bodies } = await one.minute(catalogue(old, quake("ci1", { aliases: ["us1"], magnitude: 6.4 })));
    expect(bodies).toMatchObject([{ kind: "revised", before: { event_id: "us1" } }]);
    // Of two that were told, one is withdrawn.
    await one.minute(catalogue(old, quake("ci1", { aliases: ["us1"], magnitude: 6.4 }), quake("us7")));
    const joined = await one.minute(catalogue(old, quake("ci1", { aliases: ["us1", "us7"], magnitude: 6.4 })));
    expect(joined.bodies).toMatchObject([{ kind: "withdrawn", earthquake: { event_id: "us7" } }]);
  });

  it("of one rule do not wait for the receiver of another", async () => {
    const one = world("slow", { a: { to: address("/slow"), format: "json" }, b: { to: address("/fast"), format: "json" } });
    await one.minute(catalogue(old));
    delays.set("/slow", new Promise((resolve) => (arrived = (url) => void (url === "/fast" && resolve()))));
    expect(await one.minute(catalogue(old, quake("us1")))).toMatchObject({ sent: 2, waiting: 0 });
    expect(one.warnings).toEqual([]);
  });

  it("wait together in their order where their receiver fails, and are not sent again in a run where it asks to wait", async () => {
    const one = world("order", { all: { to: address("/"), format: "json" } });
    await one.minute(catalogue(old));
    answers = [429];
    expect(await one.minute(catalogue(old, quake("us1"), quake("us2")))).toMatchObject({ sent: 0, waiting: 2, bodies: [{}] });
    expect(await one.minute(catalogue(old, quake("us1"), quake("us2"), quake("us3")), 0.5)).toMatchObject({ waiting: 3, bodies: [] });
    const ids = (await one.tell(START + 4 * MINUTE)).bodies.map(({ earthquake }) => earthquake.event_id);
    expect(ids).toEqual(["us1", "us2", "us3"]);
  });

  it.each([
    [10_000, 3],
    [10_001, 2],
  ])("wait for the next run if the receiver has taken more than 20 s of this one: %i ms each", async (slow, sent) => {
    const one = world(`slow-${slow}`, { all: { to: address("/"), format: "json" } });
    await one.minute(catalogue(old));
    answers = [429];
    await one.minute(catalogue(old, quake("us1"), quake("us2"), quake("us3")));
    expect(await one.tell(START + 4 * MINUTE, slow)).toMatchObject({ sent, waiting: 3 - sent });
  });

  it.each([
    ["ntfy", "/topic", { topic: "topic", title: /^M 6\.0, /, click: /^https:/, message: /not a warning/ }],
    ["slack", "/x", { text: /&lt;!channel&gt;/ }],
    ["discord", "/x", { content: /\\@everyone/, allowed_mentions: { parse: [] } }],
  ])("are in the form of %s, and mention no one", async (format, path, shape) => {
    const one = world(format, { all: { to: address(path), format } });
    await one.minute(catalogue(old));
    const { bodies } = await one.minute(catalogue(old, quake("us1", { place_description: "10 km N of <!channel> @everyone" })));
    const [body] = bodies as [Record<string, unknown>];
    for (const [key, value] of Object.entries(shape)) {
      if (value instanceof RegExp) expect(body[key]).toMatch(value);
      else expect(body[key]).toEqual(value);
    }
    expect(received[0]?.url).toBe(format === "ntfy" ? "/" : path);
  });
});

it.each([
  [{ to: "ftp://x/" }, "notices.a.to must be an https: or http: URL"],
  [{}, "notices.a.to is required without `feed`"],
  [{ to: "https://x/", country: "jp" }, "notices.a.country must be two capital letters"],
  [{ to: "https://x/", circle: { latitude: 91, longitude: 0, radius_km: 1 } }, "notices.a.circle.latitude must be a number from -90 to 90"],
  [{ to: "https://x/", min_mag: 3 }, "min_mag"],
])("refuses the rule %j", (rule, message) => {
  expect(() => parseConfig(JSON.stringify({ notices: { a: rule } }), "q.json")).toThrow(message);
});
