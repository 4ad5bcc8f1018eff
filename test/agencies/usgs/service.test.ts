import { beforeEach, describe, expect, it } from "vitest";
import type { Listing } from "../../../build/agencies/fdsn/client.ts";
import type { Selection } from "../../../build/agencies/fdsn/query.ts";
import { requestEvent, type UsgsAnswer, type UsgsService, usgsService } from "../../../build/agencies/usgs/service.ts";
import type { AgencyClient } from "../../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { generateEvents } from "../emulator/generate.ts";
import { idOf } from "../emulator/world.ts";
import { emulatorAsk } from "../usgs-ingest.ts";
import { agencies, DAY, NOW, useUsgsWorld, world } from "../usgs-world.ts";

const SPAN = { from: NOW - 90 * DAY, to: NOW };

let asked: string[];

useUsgsWorld();

beforeEach(() => {
  asked = [];
  world.add(...generateEvents({ random: mulberry32(2), count: 500, from: SPAN.from, to: NOW - 3_600_000 }));
});

function service(ask: AgencyClient = emulatorAsk(agencies)): UsgsService {
  const noted: AgencyClient = (address, options) => {
    asked.push(address);
    return ask(address, options);
  };
  return usgsService(agencies.usgs.fdsn, { ask: noted, unreadableShare: 0.5 }, 0);
}

async function listings(ask?: AgencyClient, selection: Selection = {}): Promise<Listing<UsgsAnswer>[]> {
  const all: Listing<UsgsAnswer>[] = [];
  for await (const listing of service(ask).list(SPAN, selection)) all.push(listing);
  return all;
}

function ids(all: readonly Listing<UsgsAnswer>[]): string[] {
  return [...new Set(all.flatMap(({ capture }) => capture.events.map(({ id }) => id)))].toSorted();
}

/** Lists only so many events of each answer, as if there were no more. */
function cuttingAt(rows: number): AgencyClient {
  const ask = emulatorAsk(agencies);
  return async (address, options) => {
    const reply = await ask(address, options);
    if (reply.kind !== "content" || reply.status !== 200) return reply;
    const { metadata, ...answer } = JSON.parse(new TextDecoder().decode(reply.capture.bytes));
    const features = answer.features.slice(0, rows);
    const cut = { ...answer, metadata: { ...metadata, count: features.length }, features };
    return { ...reply, capture: { ...reply.capture, bytes: new TextEncoder().encode(JSON.stringify(cut)) } };
  };
}

const everything = () => world.at(NOW).map(idOf).toSorted();

describe("a listing of the query service", () => {
  it("is one answer if that is enough, asked for in full", async () => {
    const [only, ...more] = await listings(undefined, { updatedAfter: 0, minMagnitude: 2.45, deleted: true });
    expect(more).toEqual([]);
    expect(only?.span).toEqual(SPAN);
    expect(asked.map((address) => new URL(address).pathname.split("/").at(-1))).toEqual(["count", "query"]);
    expect(Object.fromEntries(new URL(asked[1] ?? "").searchParams)).toEqual({
      format: "geojson",
      starttime: "2031-02-03T12:00:00",
      endtime: "2031-05-04T12:00:00",
      updatedafter: "1970-01-01T00:00:00",
      minmagnitude: "2.45",
      includedeleted: "true",
    });
  });

  it("is split by time if there is too much for one answer, oldest first, without a gap", async () => {
    agencies.usgs.state.limit = 60;
    const all = await listings();
    expect(ids(all)).toEqual(everything());
    expect(all.every(({ capture }) => capture.rows <= 60)).toBe(true);
    expect(all.slice(1).map(({ span }) => span.from + 1000)).toEqual(all.slice(0, -1).map(({ span }) => span.to));
    expect([all[0]?.span.from, all.at(-1)?.span.to]).toEqual([SPAN.from, SPAN.to]);
  });

  it("if the service does not count, its refusals split the listing", async () => {
    agencies.usgs.state.limit = 60;
    agencies.faults.set("usgs", { kind: "status", status: 404 }, { path: "/count" });
    expect(ids(await listings())).toEqual(everything());
  });

  it("if the service does not count and cuts its answers without a sign, the listing is complete", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 404 }, { path: "/count" });
    expect(ids(await listings(cuttingAt(60)))).toEqual(everything());
  });

  it("if the service does not count, a refusal for another reason does not split the listing", async () => {
    agencies.faults.set("usgs", { kind: "status", status: 404 }, { path: "/count" });
    const text = "Error 400: Bad Request\n\nUnknown parameter";
    agencies.faults.set("usgs", { kind: "status", status: 400, text }, { path: "/query" });
    await expect(listings()).rejects.toMatchObject({
      code: "capture-refused",
      message: expect.stringContaining("Error 400: Bad Request"),
    });
    expect(asked).toHaveLength(2);
  });

  it("does not care how rows shift while it is made", async () => {
    agencies.usgs.state.limit = 60;
    agencies.faults.set("usgs", { kind: "paging-drift" });
    expect(ids(await listings())).toEqual(everything());
  });

  it("is refused if an answer has fewer rows than the service counts, and not if events were withdrawn meanwhile", async () => {
    const ask = emulatorAsk(agencies);
    const withdrawing: AgencyClient = async (address, options) => {
      if (address.includes("/query?")) for (const event of world.events.slice(0, 2)) world.delete(idOf(event));
      return ask(address, options);
    };
    expect(ids(await listings(withdrawing))).toHaveLength(498);
    agencies.faults.set("usgs", { kind: "shrinking", keep: 0.9 }, { path: "/query" });
    await expect(listings()).rejects.toMatchObject({ code: "capture-truncated" });
  });

  it("ends if one minute has more than one answer holds", async () => {
    agencies.usgs.state.limit = 5;
    const time = NOW - 5 * DAY;
    world.add(...Array.from({ length: 9 }, (_, at) => ({ net: "us", code: `same${at}`, time })));
    await expect(listings()).rejects.toMatchObject({ code: "capture-too-large" });
  });
});

describe("the query service", () => {
  it("counts", async () => {
    expect(await service().count(SPAN)).toEqual({ count: 500, most: 20_000 });
    agencies.faults.set("usgs", { kind: "replaced", body: "17\n", type: "text/plain" });
    expect(await service().count(SPAN)).toEqual({ count: 17, most: 20_000 });
    agencies.faults.clear();
    agencies.faults.set("usgs", { kind: "replaced", body: "{}" });
    await expect(service().count(SPAN)).rejects.toMatchObject({ code: "capture-malformed" });
  });

  it("says of one event whether it stands by it, has deleted it, or knows nothing of it", async () => {
    world.add({ net: "us", code: "a/b", time: NOW - DAY }, { net: "us", code: "gone", time: NOW - DAY });
    world.changeId("usa/b", { net: "ci", code: "9" });
    world.delete("usgone");
    const listed = await requestEvent(service(), "usa/b", NOW);
    expect(listed).toMatchObject({ kind: "listed", capture: { events: [{ id: "ci9", ids: ["ci9", "usa/b"] }] } });
    expect(await requestEvent(service(), "usgone", NOW)).toEqual({ kind: "deleted" });
    expect(await requestEvent(service(), "usnever", NOW)).toEqual({ kind: "unknown" });
    agencies.faults.set("usgs", { kind: "replaced", body: "[]" });
    await expect(requestEvent(service(), "ci9", NOW)).rejects.toMatchObject({ code: "capture-malformed" });
  });
});
