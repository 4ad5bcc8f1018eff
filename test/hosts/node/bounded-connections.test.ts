import { once } from "node:events";
import { createServer, IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { admits, boundConnections, type ConnectionLimits, offenderOf } from "../../../build/hosts/node/bounded-connections.ts";
import { portOf, withServer } from "../ask.ts";

const LIMITS: ConnectionLimits = { connections: 100, pipelined: 4, unsentBytes: 100_000_000, slowest: { bytes: 1, period: 1_000 } };
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
/** The request of another client, by way of a proxy on this machine. */
const getFor = (client: string) => GET.replace("Host", `X-Forwarded-For: forged, ${client}\r\nHost`);
/** More than the buffers of the system take for a client that does not read. */
const HUGE = Buffer.alloc(16_000_000, "quake ");

/** Connections to a server with limits; those opened first come first. */
interface World {
  open: () => Promise<Socket>;
  /** Asks and waits for the beginning of the answer, which is not read. */
  stall: (request?: string) => Promise<Socket>;
  /** Which connections the server has closed. A client that does not read would not notice. */
  closed: () => number[];
  clock: { now: number };
  dropSlow: () => void;
}

function withLimits(limits: Partial<ConnectionLimits>, handler: RequestListener, use: (world: World) => Promise<void>): Promise<void> {
  const server = createServer();
  const clock = { now: 0 };
  const accepted: Socket[] = [];
  server.on("connection", (socket) => accepted.push(socket));
  const closed = () => accepted.flatMap(({ destroyed }, at) => (destroyed ? [at] : []));
  const { dropSlow } = boundConnections(server, handler, { ...LIMITS, ...limits }, () => clock.now);
  return withServer(server, async () => {
    await use({ open: () => openTo(server), stall: (request) => stallAt(server, request), closed, clock, dropSlow });
  });
}

async function openTo(server: Server): Promise<Socket> {
  const accepted = once(server, "connection");
  const socket = connect(portOf(server), "127.0.0.1");
  socket.on("error", () => {});
  await accepted;
  return socket;
}

async function stallAt(server: Server, request = GET): Promise<Socket> {
  const socket = await openTo(server);
  socket.write(request);
  await once(socket, "readable");
  return socket;
}

const small: RequestListener = (_, response) => void response.end("small");
const huge: RequestListener = (_, response) => void response.end(HUGE);

async function answers(socket: Socket): Promise<number> {
  return (await text(socket)).split("HTTP/1.1 200").length - 1;
}

describe("a server with limits", () => {
  it("closes the connection that was idle for the longest time when there are too many", () =>
    withLimits({ connections: 3 }, small, async ({ open, closed }) => {
      const [first, , third] = [await open(), await open(), await open()];
      first.write(GET);
      await once(first, "data");
      const fourth = await open();
      expect(closed()).toEqual([1]);
      for (const socket of [first, third, fourth]) {
        socket.write(GET);
        expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 200/);
      }
    }));

  it("closes a client that does not read before one that came later", () =>
    withLimits({ connections: 2 }, huge, async ({ open, stall, closed }) => {
      await stall();
      await open();
      await open();
      expect(closed()).toEqual([0]);
    }));

  it("closes those of the client for which most bytes wait, though others have been silent for longer", () =>
    withLimits({ unsentBytes: 3.5 * HUGE.length }, huge, async ({ stall, closed }) => {
      for (const client of ["b", "a", "a", "a"]) await stall(getFor(client));
      expect(closed()).toEqual([1]);
    }));

  it("finds the client with the most bytes, so that one with less than its even share is never closed", () => {
    const holders = array(record({ client: constantFrom("a", "b", "c", "d"), unsent: nat(3) }));
    assert(
      property(holders, (connections) => {
        const of = (client: string) => connections.filter((one) => one.client === client);
        const sum = (some: typeof connections) => some.reduce((total, { unsent }) => total + unsent, 0);
        const offender = offenderOf(connections);
        if (!offender) {
          expect(sum(connections)).toBe(0);
          return;
        }
        expect(offender).toBe(of(offender.client).find(({ unsent }) => unsent > 0));
        const clients = new Set(connections.map(({ client }) => client));
        expect(sum(of(offender.client))).toBe(Math.max(...[...clients].map((client) => sum(of(client)))));
        expect(sum(of(offender.client)) * clients.size).toBeGreaterThanOrEqual(sum(connections));
      }),
    );
  });

  it("refuses a large body to the client with the most bytes, and closes another's for those with less", () => {
    const admitted: [url: string | undefined, isAdmitted: boolean][] = [];
    const asking: RequestListener = (request, response) => {
      const isAdmitted = admits(response, 6_000);
      admitted.push([request.url, isAdmitted]);
      if (isAdmitted) response.write(HUGE);
      else response.end();
    };
    // Each answer in progress counts as 64 KB at least.
    return withLimits({ unsentBytes: 3 * 65_536 + 5_000 }, asking, async ({ stall, closed }) => {
      const of = (client: string, path: string) => stall(getFor(client).replace("/", path));
      for (const path of ["/1", "/2", "/3", "/4"]) await of("a", path);
      expect(closed()).toEqual([]);
      await of("b", "/5");
      expect(closed()).toEqual([0]);
      expect(admitted).toEqual([
        ["/1", true],
        ["/2", true],
        ["/3", true],
        ["/4", false],
        ["/5", true],
      ]);
    });
  });

  it.each([
    [5_999, true],
    [6_000, true],
    [6_001, false],
  ])("a body of %i bytes, with a limit of 6,000, is admitted: %s", async (bytes, isAdmitted) => {
    const asking: RequestListener = (_, response) => void response.end(String(admits(response, bytes)));
    await withLimits({ unsentBytes: 6_000 }, asking, async ({ open }) => {
      const socket = await open();
      socket.write(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      expect(await text(socket)).toMatch(new RegExp(`${isAdmitted}$`));
    });
  });

  it("closes a client that takes fewer bytes in a period than it must, but not one that waits for its answer", () => {
    let answerLate = () => {};
    const lateOrHuge: RequestListener = ({ url }, response) => {
      if (url === "/late") answerLate = () => void response.end("late");
      else response.end(HUGE);
    };
    return withLimits({ slowest: { bytes: 100, period: 60 } }, lateOrHuge, async ({ open, stall, closed, clock, dropSlow }) => {
      const waiting = await open();
      waiting.write(GET.replace("/", "/late").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      await stall();
      for (clock.now of [0, 59]) dropSlow();
      expect(closed()).toEqual([]);
      for (clock.now of [60, 120]) dropSlow();
      expect(closed()).toEqual([1]);
      answerLate();
      expect(await answers(waiting)).toBe(1);
    });
  });

  it("gives a client a whole period from the beginning of its answer", () =>
    withLimits({ slowest: { bytes: 1e9, period: 60 } }, huge, async ({ open, closed, clock, dropSlow }) => {
      const socket = await open();
      clock.now = 50;
      dropSlow();
      socket.write(GET);
      await once(socket, "readable");
      for (clock.now of [60, 109]) dropSlow();
      expect(closed()).toEqual([]);
      clock.now = 110;
      dropSlow();
      expect(closed()).toEqual([0]);
    }));

  it("keeps a client that takes exactly as many bytes in a period as it must", () =>
    withLimits({ slowest: { bytes: 0, period: 60 } }, huge, async ({ stall, closed, clock, dropSlow }) => {
      await stall();
      for (clock.now of [0, 60, 120]) dropSlow();
      expect(closed()).toEqual([]);
    }));

  it("answers pipelined requests in their order, one after the other", () => {
    let running = 0;
    let most = 0;
    const slowly: RequestListener = (request, response) => {
      most = Math.max(most, ++running);
      setImmediate(() => {
        running--;
        response.end(request.url);
      });
    };
    return withLimits({}, slowly, async ({ open }) => {
      const socket = await open();
      const requests = ["/a", "/b", "/c"].map((path) => GET.replace("/", path));
      socket.write(requests.join("") + GET.replace("/", "/d").replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      expect((await text(socket)).match(/\/[a-d]/g)).toEqual(["/a", "/b", "/c", "/d"]);
      expect(most).toBe(1);
    });
  });

  it("closes a connection with too many pipelined requests, and answers others", () => {
    let handled = 0;
    const counting: RequestListener = (_, response) => {
      handled++;
      setImmediate(() => response.end());
    };
    return withLimits({ pipelined: 4 }, counting, async ({ open }) => {
      const flooding = await open();
      flooding.write(GET.repeat(2_000));
      await once(flooding.resume(), "close");
      expect(handled).toBeLessThanOrEqual(4);
      const other = await open();
      other.write(GET);
      expect(String((await once(other, "data"))[0])).toMatch(/^HTTP\/1\.1 200/);
    });
  });

  it("does not parse what follows too many pipelined requests", async () => {
    let parsed = 0;
    class Counted extends IncomingMessage {
      constructor(socket: Socket) {
        super(socket);
        parsed++;
      }
    }
    const server = createServer({ IncomingMessage: Counted });
    boundConnections(server, (_, response) => void setImmediate(() => response.end()), { ...LIMITS, pipelined: 4 });
    await withServer(server, async () => {
      const flooding = await openTo(server);
      // In one piece, which is less than the parser is given at once.
      flooding.write(GET.repeat(1_000));
      await once(flooding.resume(), "close");
      expect(parsed).toBe(5);
    });
  });

  it.each(["100-continue", "a miracle"])("answers a request that expects %s without a 100 before it", (expected) =>
    withLimits({}, small, async ({ open }) => {
      const socket = await open();
      socket.write(GET.replace("\r\n\r\n", `\r\nExpect: ${expected}\r\nConnection: close\r\n\r\n`));
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200/);
    }),
  );
});
