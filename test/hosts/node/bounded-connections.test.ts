import { once } from "node:events";
import { createServer, IncomingMessage, type RequestListener, type Server } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { boundConnections, type ConnectionLimits } from "../../../build/hosts/node/bounded-connections.ts";
import { portOf, withServer } from "../ask.ts";

const LIMITS: ConnectionLimits = { connections: 100, pipelined: 4, unsentBytes: 100_000_000, patience: 0 };
const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
/** More than the buffers of the system take for a client that does not read. */
const HUGE = Buffer.alloc(16_000_000, "quake ");

/** Connections to a server with limits; those opened first come first. */
interface World {
  open: () => Promise<Socket>;
  /** Asks and waits for the beginning of the answer, which is not read. */
  stall: () => Promise<Socket>;
}

function withLimits(limits: Partial<ConnectionLimits>, handler: RequestListener, use: (world: World) => Promise<void>): Promise<void> {
  const server = createServer();
  boundConnections(server, handler, { ...LIMITS, ...limits });
  return withServer(server, async () => {
    await use({ open: () => openTo(server), stall: () => stallAt(server) });
  });
}

async function openTo(server: Server): Promise<Socket> {
  const accepted = once(server, "connection");
  const socket = connect(portOf(server), "127.0.0.1");
  socket.on("error", () => {});
  await accepted;
  return socket;
}

async function stallAt(server: Server): Promise<Socket> {
  const socket = await openTo(server);
  socket.write(GET);
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
    withLimits({ connections: 3 }, small, async ({ open }) => {
      const [first, second, third] = [await open(), await open(), await open()];
      first.write(GET);
      await once(first, "data");
      const closed = once(second.resume(), "close");
      const fourth = await open();
      await closed;
      for (const socket of [first, third, fourth]) {
        socket.write(GET);
        expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 200/);
      }
    }));

  it("closes a client that does not read before one that came later", () =>
    withLimits({ connections: 2 }, huge, async ({ open, stall }) => {
      const silent = await stall();
      const second = await open();
      const third = await open();
      await once(silent.resume(), "close");
      expect([second.destroyed, third.destroyed]).toEqual([false, false]);
    }));

  it("closes the longest silent clients when too many bytes wait for them", () =>
    withLimits({ unsentBytes: 2.5 * HUGE.length }, huge, async ({ open, stall }) => {
      const [first, idle, second] = [await stall(), await open(), await stall()];
      const third = await stall();
      await once(first.resume(), "close");
      expect([idle.destroyed, second.destroyed, third.destroyed]).toEqual([false, false, false]);
      second.write(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
      expect(await answers(second)).toBe(2);
    }));

  it("leaves clients the time to read, unless twice too many bytes wait for them", () =>
    withLimits({ unsentBytes: 1.5 * HUGE.length, patience: 1_000_000 }, huge, async ({ open, stall }) => {
      const [first, second, third] = [await stall(), await stall(), await stall()];
      await open();
      expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([false, false, false]);
      await stall();
      await once(first.resume(), "close");
      expect([second.destroyed, third.destroyed]).toEqual([false, false]);
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
