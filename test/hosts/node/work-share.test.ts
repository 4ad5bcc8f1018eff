import { describe, expect, it } from "vitest";
import { createWorkShare, type ShareLimits } from "../../../build/hosts/node/work-share.ts";
import { BusyError } from "../../../build/hosts/work-queue.ts";

const LIMITS: ShareLimits = { running: 1, waiting: 2, perClient: 2, free: 3, wait: 1_000_000, longest: 100 };

/** A share whose clock stands still until it is set. */
function shareOf(limits: Partial<ShareLimits> = {}) {
  const clock = { now: 0 };
  const begin = createWorkShare({ ...LIMITS, ...limits }, () => clock.now);
  const work = (client: string) => {
    const over = new AbortController();
    const { turn, release } = begin(client, over.signal);
    const long = async (turns = LIMITS.free + 1) => {
      for (let at = 0; at < turns; at++) await turn();
      return client;
    };
    return { turn, release, long, leave: () => over.abort() };
  };
  return { clock, work };
}

const busy = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(BusyError);

describe("the work of a host", () => {
  it("needs no place while it is short", async () => {
    const { work } = shareOf();
    await work("a").long();
    expect(await Promise.all(["b", "c", "a", "a", "a"].map((client) => work(client).long(LIMITS.free)))).toHaveLength(5);
  });

  it("waits before it begins where it knows that it is long", async () => {
    const { work } = shareOf();
    await work("a").long();
    expect(work("b").turn(LIMITS.free)).toBeUndefined();
    const waiting = work("c");
    let hasBegun = false;
    void waiting.turn(LIMITS.free + 1)?.then(() => (hasBegun = true));
    await new Promise(setImmediate);
    expect(hasBegun).toBe(false);
  });

  it("goes on in the place of a client that has left, whose own ends", async () => {
    const { work } = shareOf();
    const [first, second] = [work("a"), work("b")];
    await first.long();
    const waiting = second.long();
    first.leave();
    expect(await waiting).toBe("b");
    expect(() => first.turn()).toThrow("aborted");
  });

  it("is refused for a client with too much of it, and when too much waits", async () => {
    const { work } = shareOf();
    const first = work("a");
    await first.long();
    const second = work("a").long();
    void work("b").long();
    await busy(work("a").long());
    await busy(work("c").long());
    first.leave();
    expect(await second).toBe("a");
  });

  it("of other clients comes first", async () => {
    const { work } = shareOf({ running: 2, perClient: 3 });
    const [first, other] = [work("a"), work("b")];
    await Promise.all([first.long(), other.long()]);
    const order: string[] = [];
    const waiting = [work("a"), work("b")].map((one) => one.long().then((client) => order.push(client)));
    await new Promise(setImmediate);
    other.leave();
    await Promise.race(waiting);
    expect(order).toEqual(["b"]);
  });

  it("that waits too long for a place is refused", async () => {
    const { work } = shareOf({ wait: 0 });
    await work("a").long();
    await busy(work("b").long());
  });

  it("that takes too long in its place is refused, and not before", async () => {
    const { clock, work } = shareOf();
    const one = work("a");
    await one.long();
    clock.now = LIMITS.longest;
    await one.turn();
    clock.now++;
    expect(() => one.turn()).toThrow(BusyError);
  });

  it("lets the event loop have its turn after each slice, and works on for one request at a time", async () => {
    const { clock, work } = shareOf({ running: 2 });
    const works = [work("a"), work("b")];
    clock.now = 3;
    const order: string[] = [];
    const slices = works.map(async ({ turn }, at) => {
      await turn();
      order.push(`slice ${at}`);
    });
    setImmediate(() => order.push("others"));
    await Promise.all(slices);
    expect(order).toEqual(["slice 0", "others", "slice 1"]);
  });
});
