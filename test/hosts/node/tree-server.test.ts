import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { admits, type ConnectionLimits } from "../../../build/hosts/node/bounded-connections.ts";
import { createTreeServer, type TimeLimits } from "../../../build/hosts/node/tree-server.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { ask, portOf, withServer } from "../ask.ts";
import { smallTree } from "../small-tree.ts";

const out = join(temporaryFolder(), "tree");
const LONG = 60_000;
const PATIENT: TimeLimits = { headers: LONG, request: LONG, keepAlive: LONG, silence: LONG, check: 10 };

const GENEROUS: ConnectionLimits = {
  connections: 100,
  pipelined: 100,
  unsentBytes: 1_000_000_000,
  slowest: { bytes: 1, period: LONG },
};

beforeAll(() => smallTree(out, { packLarge: false }));

/** A client of a server with those time limits, and the server's end of the connection. */
async function withTimes(
  times: Partial<TimeLimits>,
  use: (client: Socket, end: Socket) => Promise<void>,
  limits: Partial<ConnectionLimits> = {},
): Promise<void> {
  const made = await createTreeServer(out, { limits: { ...GENEROUS, ...limits }, times: { ...PATIENT, ...times } });
  await withServer(made, async (server) => {
    const accepted = once(server, "connection");
    const client = connect(portOf(server), "127.0.0.1");
    client.on("error", () => {});
    await use(client, ((await accepted) as [Socket])[0]);
    client.destroy();
  });
}

/** Sends bytes that no client library would, and returns everything that comes until the server closes the connection. */
async function exchange(server: Server, bytes: string): Promise<string> {
  const socket = connect(portOf(server), "127.0.0.1");
  socket.write(bytes, "latin1");
  return text(socket);
}

const GET = "GET /large.txt HTTP/1.1\r\nHost: x\r\n\r\n";

describe("the tree server closes", () => {
  it("a connection over which nothing is asked, without a word", () =>
    withTimes({ headers: 20 }, async (socket) => expect(await text(socket)).toBe("")));

  it("a connection that is idle after an answer", () =>
    withTimes({ keepAlive: 20 }, async (socket) => {
      socket.write(GET);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    }));

  it("a connection over which headers come too slowly, with a 408", () =>
    withTimes({ headers: 20 }, async (socket) => {
      socket.write("GET / HTTP/1.1\r\nHost:");
      expectProblem(await text(socket), 408, "request-timeout");
    }));

  it("a connection over which a body comes too slowly, after the answer", () =>
    withTimes({ headers: 20, request: 20 }, async (socket) => {
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n");
      expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405"]);
    }));

  it.each([
    ["does not read", { silence: 50 }, {}],
    ["reads too slowly", {}, { slowest: { bytes: 1_000_000_000, period: 10 } }],
  ])("a connection whose client %s", (_, times, limits) =>
    withTimes(
      times,
      async (client, end) => {
        client.write(GET.repeat(12));
        await once(end, "close");
        expect(client.bytesRead).toBeLessThan(12_000_000);
      },
      limits,
    ),
  );
});

/** A whole last response with a problem document. */
function expectProblem(answer: string, status: number, kind: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
  const headers = Object.fromEntries(
    head
      .split("\r\n")
      .slice(1)
      .map((line) => line.toLowerCase().split(": ")),
  );
  expect(headers).toMatchObject({
    connection: "close",
    "content-type": "application/problem+json",
    "content-length": String(body.length),
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
  });
  expect(Number.isNaN(Date.parse(headers["date"] ?? ""))).toBe(false);
  expect(JSON.parse(body)).toMatchObject({ type: `/docs/problems/${kind}/`, status });
}

it.each([
  ["of a file", "/large.txt", 1],
  ["of small files", "/docs/", 3],
  ["that is made of shards", "/api/v1/earthquakes/?hours=168", 1],
])("the tree server sends the whole answer %s to a client that ends its side of the connection", async (_, target, times) => {
  await withServer(await createTreeServer(out, { times: PATIENT }), async (server) => {
    const whole = await ask(server, target);
    const socket = connect({ port: portOf(server), host: "127.0.0.1", allowHalfOpen: true });
    socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
    const answers = await text(socket);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(Array(times).fill(`HTTP/1.1 ${whole.status}`));
    expect(answers.endsWith(whole.text)).toBe(true);
  });
});

const CLOSE = "Host: x\r\nConnection: close\r\n\r\n";

describe("the tree server answers with a problem document", () => {
  it.each([
    ["no HTTP at all", "nonsense\r\n\r\n", 400, "malformed-request"],
    ["a header without a colon", "GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400, "malformed-request"],
    ["a NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n", 400, "malformed-request"],
    ["octets beyond ASCII in the target", `GET /\xe6\x97\xa5 HTTP/1.1\r\n${CLOSE}`, 400, "malformed-request"],
    ["a target without a slash", `GET api/ HTTP/1.1\r\n${CLOSE}`, 400, "malformed-request"],
    ["a blank in the target", `GET /a b HTTP/1.1\r\n${CLOSE}`, 400, "malformed-request"],
    ["a method that there is not", `QUAKE / HTTP/1.1\r\n${CLOSE}`, 400, "malformed-request"],
    ["another version of HTTP", `GET / HTTP/3.0\r\n${CLOSE}`, 400, "malformed-request"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed-request"],
    ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400, "malformed-request"],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "malformed-request"],
    ["a very long target", `GET /${"x".repeat(17_000)} HTTP/1.1\r\n${CLOSE}`, 431, "headers-too-large"],
    ["very long headers", `GET / HTTP/1.1\r\nA: ${"x".repeat(17_000)}\r\n${CLOSE}`, 431, "headers-too-large"],
    ["CONNECT", `CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n`, 405, "method-not-allowed"],
  ])("%s", async (_, request, status, kind) => {
    const server = await createTreeServer(out, { times: PATIENT });
    await withServer(server, async () => {
      expectProblem(await exchange(server, request), status, kind);
      expect((await ask(server, "/api/v1/stats/")).status).toBe(200);
    });
  });

  it("what comes after requests that it has answered", async () => {
    for (const [rest, status] of [
      ["nonsense\r\n\r\n", 400],
      ["CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
    ] as const) {
      await withServer(await createTreeServer(out, { times: PATIENT }), async (server) => {
        const answer = await exchange(server, `GET /docs/ HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(2) + rest);
        expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", `HTTP/1.1 ${status}`]);
      });
    }
  });

  it("no second time to a request whose body is malformed", async () => {
    await withServer(await createTreeServer(out, { times: PATIENT }), async (server) => {
      const request = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n";
      expect((await exchange(server, request)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405"]);
    });
  });

  it.each([
    ["an offer to upgrade", `GET / HTTP/1.1\r\nUpgrade: h2c, websocket\r\nConnection: Upgrade, close\r\nHost: x\r\n\r\n`],
    ["an expectation", `GET / HTTP/1.1\r\nExpect: 100-continue\r\n${CLOSE}`],
    ["HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n"],
    ["a target with a host", `GET http://[::1]:1/ HTTP/1.1\r\n${CLOSE}`],
  ])("and not %s, which it answers like any other request", async (_, request) => {
    await withServer(await createTreeServer(out, { times: PATIENT }), async (server) => {
      expect(await exchange(server, request)).toMatch(/^HTTP\/1\.1 200 /);
    });
  });
});

it.each([
  [1, 100_000_000],
  [2, 50_000_000],
  [4, 25_000_000],
  [9, 25_000_000],
])("of %i processes that serve a tree each has at most %i bytes that clients have not taken", async (processes, most) => {
  const around = () => (request: IncomingMessage, response: ServerResponse) =>
    void response.end(String(admits(response, Number(request.url?.slice(1)))));
  await withServer(await createTreeServer(out, { processes, around }), async (server) => {
    const [within, beyond] = [await ask(server, `/${most}`), await ask(server, `/${most + 1}`)];
    expect([within.body.toString(), beyond.body.toString()]).toEqual(["true", "false"]);
  });
});
