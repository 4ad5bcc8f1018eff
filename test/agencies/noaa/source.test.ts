import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { noaaCatalogue } from "../../../build/agencies/noaa/state.ts";
import { folderOfFile } from "../../support/temporary.ts";
import type { HazelRecord } from "../emulator/noaa.ts";
import { agencies, ids, ingest, state, useNoaa, WEEK } from "../noaa-runs.ts";

useNoaa();

describe("NOAA, by the API", () => {
  it("reads all pages of both tables in one run if no delay is required", async () => {
    const outcome = await ingest();
    expect(outcome).toMatchObject({ agency: "noaa", outcome: "applied", records: 450, asOf: null, rejected: [] });
    expect(outcome.addresses).toHaveLength(4);
    const added = outcome.changes.filter(({ kind }) => kind === "added");
    expect(added).toHaveLength(450);
    expect(await ids()).toEqual(agencies.noaa.state.earthquakes.map(({ id }) => `noaa${id}`).toSorted());
    expect((await state()).tsunamis.rows).toHaveLength(agencies.noaa.state.tsunamis.length);
  });

  it("reads an absent value as unknown and a zero as zero", async () => {
    agencies.noaa.state.earthquakes = [
      { id: 1, year: -426, locationName: "GREECE:  MALIAN GULF" },
      {
        id: 2,
        year: 2030,
        month: 2,
        day: 3,
        locationName: "CHILE:  TALCA",
        deaths: 0,
        eqDepth: 0,
        latitude: 0,
        longitude: 0,
      },
    ];
    await ingest();
    const [first, second] = (await state()).events.rows;
    expect(first).toMatchObject({ id: "noaa1", latitude: null, depthKm: null, magnitude: null, losses: {} });
    expect(first?.time).toEqual({ year: -426, month: null, day: null, hour: null, minute: null, second: null });
    expect(second).toMatchObject({ latitude: 0, longitude: 0, depthKm: 0 });
    expect(second?.losses).toEqual({ deaths: { value: 0, class: null } });
  });

  it("asks again only after a week, and then tells what changed", async () => {
    await ingest();
    agencies.requests.length = 0;
    agencies.clock.advance(WEEK - 60_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", addresses: [], records: 450, dueAt: agencies.clock.now() + 60_000 });
    expect(agencies.requests).toEqual([]);
    agencies.clock.advance(60_000);
    expect(await ingest()).toMatchObject({ outcome: "unchanged", changes: [] });
    expect(agencies.requests).toHaveLength(4);
    agencies.clock.advance(WEEK);
    const [gone, revised] = agencies.noaa.state.earthquakes.splice(0, 1).concat(agencies.noaa.state.earthquakes[0] ?? []);
    Object.assign(revised as HazelRecord, { deaths: 7777, eqMagnitude: 9.1, eqMagMw: 9.1 });
    agencies.noaa.state.earthquakes.push({ id: 5000, year: 2031, locationName: "PERU" });
    const outcome = await ingest();
    expect(outcome).toMatchObject({ outcome: "applied", records: 450 });
    expect(outcome.changes).toEqual([
      { kind: "revised", id: `noaa${revised?.id}`, fields: ["magnitude", "magnitudes", "losses"] },
      { kind: "added", id: "noaa5000" },
      { kind: "withdrawn", id: `noaa${gone?.id}`, evidence: "absent from the whole table of 450 rows" },
    ]);
    expect((await state()).withdrawn).toEqual([{ ids: [`noaa${gone?.id}`], withdrawnAt: agencies.clock.now() }]);
  });

  it("brings back an event that NOAA lists again", async () => {
    await ingest();
    const [first] = agencies.noaa.state.earthquakes.splice(0, 1) as [HazelRecord];
    agencies.clock.advance(WEEK);
    await ingest();
    agencies.noaa.state.earthquakes.push(first);
    agencies.clock.advance(WEEK);
    expect((await ingest()).changes).toEqual([{ kind: "added", id: `noaa${first.id}` }]);
    expect((await state()).withdrawn).toEqual([]);
  });

  it("counts a new height of the water as a revision of the earthquake", async () => {
    await ingest();
    const tsunami = agencies.noaa.state.tsunamis[0] as HazelRecord;
    Object.assign(tsunami, { eventValidity: 4, maxWaterHeight: 77.7 });
    agencies.clock.advance(WEEK);
    const outcome = await ingest();
    expect(outcome.changes).toHaveLength(1);
    expect(outcome.changes[0]).toMatchObject({ kind: "revised", id: `noaa${tsunami["earthquakeEventId"]}` });
    const { historical } = noaaCatalogue(await state());
    const record = historical.find(({ tsunamiEventId }) => tsunamiEventId === tsunami.id);
    expect(record).toMatchObject({ tsunami: true, maxWaterHeightM: 77.7 });
  });

  it("rejects alone the rows that are not records, and keeps what we had of them", async () => {
    await ingest();
    const [first, second] = agencies.noaa.state.earthquakes as [HazelRecord, HazelRecord];
    Object.assign(first, { month: 13 });
    second["latitude"] = 91;
    agencies.clock.advance(WEEK);
    const outcome = await ingest();
    expect(outcome).toMatchObject({ outcome: "applied", records: 450, changes: [] });
    expect(outcome.rejected.map(({ what, code }) => `${what} ${code}`)).toEqual(["noaa1 date-impossible", "noaa2 position-impossible"]);
    expect(noaaCatalogue(await state()).leftOut).toEqual({ "date-impossible": 1, "position-impossible": 1 });
  });

  it("leaves out what NOAA marks as not for the public, and says so", async () => {
    Object.assign(agencies.noaa.state.earthquakes[3] as HazelRecord, { publish: false });
    expect(await ingest()).toMatchObject({ records: 449, leftOut: { "not-published": 1 } });
  });

  it("warns of a name of a country that it does not know, and guesses none", async () => {
    Object.assign(agencies.noaa.state.earthquakes[3] as HazelRecord, { country: "ATLANTIS" });
    const warnings: string[] = [];
    await ingest({}, warnings);
    expect(warnings).toEqual(["noaa: 1 names of countries are not known, and their events placed by position: ATLANTIS"]);
    expect(noaaCatalogue(await state()).historical.filter(({ country }) => country === null)).toHaveLength(1);
  });

  it("treats a requested part as a part: events that are not in it stay", async () => {
    await ingest();
    const address = pathToFileURL(path.join(folderOfFile(), "page.json")).href;
    const page = { items: [{ id: 1, year: 1755, locationName: "PORTUGAL" }], page: 1, totalPages: 3, totalItems: 450 };
    writeFileSync(path.join(folderOfFile(), "page.json"), JSON.stringify(page));
    const outcome = await ingest({ events: address });
    expect(outcome).toMatchObject({ outcome: "applied", records: 450 });
    expect(outcome.changes).toMatchObject([{ kind: "revised", id: "noaa1" }]);
  });
});
