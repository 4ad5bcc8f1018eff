import { beforeEach, describe, expect, it } from "vitest";
import { type BackfillOrder, type BackfillStep, backfillUsgs } from "../../../build/agencies/usgs/backfill.ts";
import { segmentEvents } from "../../../build/agencies/usgs/segments.ts";
import { usgsSource } from "../../../build/agencies/usgs/source.ts";
import { readUsgsState } from "../../../build/agencies/usgs/state.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { generateEvents } from "../emulator/generate.ts";
import { idOf } from "../emulator/world.ts";
import { contextOf, emulatorAsk, ingestUsgs } from "../usgs-ingest.ts";
import { agencies, clock, DAY, faults, NOW, store, useUsgsWorld, world } from "../usgs-world.ts";

const FROM = Date.UTC(1900, 0, 1);
const ORDER: BackfillOrder = { from: FROM, minMagnitude: 4.5 };

useUsgsWorld();

beforeEach(() => {
  agencies.usgs.state.limit = 100;
  const past = { random: mulberry32(5), count: 900, from: FROM, to: NOW - 40 * DAY, minMagnitude: 4, series: "p" };
  world.add(...generateEvents(past));
  world.add(...generateEvents({ random: mulberry32(6), count: 90, from: NOW - 40 * DAY, to: NOW - DAY, series: "r" }));
});

const settings = () => ({ feed: agencies.usgs.feed("all_month"), fdsn: agencies.usgs.fdsn, spacingMs: 0 });

async function steps(order = ORDER, ask = emulatorAsk(agencies), most = Number.POSITIVE_INFINITY) {
  const context = contextOf(agencies, store, ask);
  const done: BackfillStep[] = [];
  for await (const step of backfillUsgs(settings(), context, order)) {
    done.push(step);
    if (done.length >= most) break;
  }
  return done;
}

/** What the store should have: all of the past from 4.5 on, and everything of the last 30 days. */
function expected(): string[] {
  return world.events
    .filter(({ time, mag }) => time >= NOW - 30 * DAY || (mag !== null && mag >= 4.5))
    .map(idOf)
    .toSorted();
}

async function held(): Promise<string[]> {
  const state = await readUsgsState(store);
  return [...(state?.events ?? []), ...(state ? segmentEvents(store, state) : [])].map(({ id }) => id).toSorted();
}

describe("a backfill", () => {
  it("keeps the data that another run stores between two of its answers", async () => {
    const context = contextOf(agencies, store);
    await usgsSource(settings()).ingest(context);
    let alone = 0;
    const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
      alone++;
      return work();
    };
    let done = 0;
    for await (const _ of backfillUsgs(settings(), context, ORDER, exclusive)) {
      if (++done !== 2) continue;
      clock.set(NOW + 60_000);
      world.add(...generateEvents({ random: mulberry32(7), count: 5, from: NOW - DAY, to: NOW, series: "late" }));
      await usgsSource(settings()).ingest(context);
    }
    expect(done).toBeGreaterThan(3);
    expect(alone).toBeGreaterThanOrEqual(done);
    expect((await held()).filter((id) => id.includes("late"))).toHaveLength(5);
    expect(await held()).toEqual(expect.arrayContaining(expected()));
  });

  it("fetches what there is of the past, in answers small enough, and joins on to what is recent", async () => {
    const { state } = await ingestUsgs(agencies, store, settings());
    const done = await steps();
    expect(done.length).toBeGreaterThan(3);
    expect(await held()).toEqual(expected());
    const after = await readUsgsState(store);
    expect(after?.upkeep?.backfills).toMatchObject([{ from: FROM, to: state?.covers.from, next: state?.covers.from }]);
    // It says nothing of today.
    expect(after).toMatchObject({ covers: state?.covers, capture: state?.capture });
    expect(done.at(-1)).toMatchObject({ leftMs: expect.any(Number), next: state?.covers.from });
  });

  it("goes on where it was cut short, and asks for nothing twice", async () => {
    await ingestUsgs(agencies, store, settings());
    const first = await steps(ORDER, undefined, 3);
    const before = await readUsgsState(store);
    expect(before?.upkeep?.backfills[0]?.next).toBe(first.at(-1)?.next);
    agencies.requests.length = 0;
    await steps();
    const begins = agencies.requests.map(({ path }) => new URLSearchParams(path.split("?")[1]).get("starttime") ?? "");
    expect(begins.every((begin) => Date.parse(`${begin}Z`) >= (first.at(-1)?.next ?? 0))).toBe(true);
    expect(await held()).toEqual(expected());
    agencies.requests.length = 0;
    expect(await steps()).toMatchObject([{ added: 0 }]);
    expect(agencies.requests).toEqual([]);
    await steps({ ...ORDER, minMagnitude: 6 });
    expect((await readUsgsState(store))?.upkeep?.backfills).toMatchObject([{ minMagnitude: 4.5 }, { minMagnitude: 6 }]);
  });

  it("goes on after a failure of the service, and does not believe an answer that is cut without a sign", async () => {
    await ingestUsgs(agencies, store, settings());
    let queries = 0;
    const ask = emulatorAsk(agencies);
    const cutting: typeof ask = async (address, options) => {
      const reply = await ask(address, options);
      if (!address.includes("/query?") || ++queries !== 3 || reply.kind !== "content") return reply;
      const answer = JSON.parse(new TextDecoder().decode(reply.capture.bytes));
      answer.features.pop();
      answer.metadata.count -= 1;
      return { ...reply, capture: { ...reply.capture, bytes: new TextEncoder().encode(JSON.stringify(answer)) } };
    };
    await expect(steps(ORDER, cutting)).rejects.toThrow(/where the service counts/);
    faults.set("usgs", { kind: "status", status: 503 });
    await expect(steps()).rejects.toThrow(/503/);
    faults.clear();
    await steps();
    expect(await held()).toEqual(expected());
  });

  it("starts again if much less arrived than was counted", async () => {
    await ingestUsgs(agencies, store, settings());
    await steps(ORDER, undefined, 2);
    const stop = faults.set("usgs", { kind: "empty" });
    await expect(steps()).rejects.toThrow(/counted \d+ events and then listed/);
    expect((await readUsgsState(store))?.upkeep?.backfills).toEqual([]);
    stop();
    await steps();
    expect(await held()).toEqual(expected());
  });

  it.each([
    [2, false],
    [3, true],
  ])("of 100 counted events %i vanish before they are listed: starts again: %s", async (gone, again) => {
    const to = NOW - 40 * DAY;
    world.events.splice(0, 900);
    const past = Array.from({ length: 100 }, (_, at) => ({ net: "us", code: `p${at}`, time: FROM + at * 300 * DAY, mag: 5 }));
    world.add(...past);
    await ingestUsgs(agencies, store, settings());
    agencies.usgs.state.limit = 40;
    await steps({ ...ORDER, to }, undefined, 1);
    for (const { net, code } of past.slice(-gone)) world.events.splice(world.events.indexOf(world.get(net + code)), 1);
    const rest = steps({ ...ORDER, to });
    await (again ? expect(rest).rejects.toMatchObject({ code: "capture-shrunk" }) : rest);
  });

  it("needs a store that has what is recent, the query service, and a span", async () => {
    await expect(steps()).rejects.toMatchObject({ code: "store-empty" });
    await ingestUsgs(agencies, store, settings());
    await expect(steps({ from: NOW, minMagnitude: 4.5 })).rejects.toMatchObject({ code: "usage" });
  });
});
