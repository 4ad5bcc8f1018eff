import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { readEmsc } from "../../build/agencies/fdsn/emsc.ts";
import { readFdsnText } from "../../build/agencies/fdsn/text.ts";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";
import type { ReportedEvent, UsgsEvent } from "../../build/store/records.ts";
import { distinctEvents } from "../../scripts/measure/archive/union.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { eventHostsOf } from "../hosts/event-hosts.ts";
import { corpusPresent } from "../support/corpus.ts";
import { captureEvents, corpusFiles, corpusText } from "./corpus-events.ts";
import { expectedIds, shownEvents } from "./oracle.ts";
import { type Answered, type ArchiveWorld, archiveWorld, ask, idsIn } from "./world.ts";

interface Collection {
  metadata: { generated: number; url: string; title: string; status: number; count: number };
  features: object[];
  bbox?: number[];
}

/** The answer of the reader of an archive, which the Worker and the module for browsers must give too. */
async function askAll(world: ArchiveWorld, target: string): Promise<Answered> {
  const answer = await ask(world, target);
  const { status, text } = answer;
  for (const [host, askHost] of Object.entries(eventHostsOf(world))) {
    const own = await askHost(target);
    expect([host, own.status]).toEqual([host, status]);
    // The text of an error has the time of the request.
    if (status < 400) expect([host, own.text === text]).toEqual([host, true]);
  }
  return answer;
}

const files = (folder: string, name: RegExp) => (corpusPresent ? corpusFiles(folder, name) : []);

/** The lines of the features of a collection. One capture was indented by the program that saved it. */
function linesOf(text: string): string[] {
  const { features } = JSON.parse(text) as Collection;
  if (text.includes("\n  ")) return features.map((feature) => JSON.stringify(feature));
  const bbox = text.lastIndexOf('],"bbox"');
  const list = text.slice(text.indexOf('"features":[') + 12, bbox < 0 ? text.lastIndexOf("]}") : bbox);
  return list.split(",\n");
}

describe.skipIf(!corpusPresent)("saved answers of real services (skipped where ../shared/corpus is absent)", () => {
  describe("of the USGS", () => {
    let others: UsgsEvent[] | undefined;
    /** Events that a query must not find: of other captures, as far as brute force does not select them. */
    function decoys(own: readonly UsgsEvent[], query: URLSearchParams, asOf: number): UsgsEvent[] {
      others ??= distinctEvents(files("usgs/feeds", /2\.5_month|all_week_20(?:18|24)|all_day_20(?:13|22)/).flatMap(captureEvents));
      const known = new Set(own.flatMap(({ ids }) => ids));
      const rest = others.filter(({ ids }) => !ids.some((id) => known.has(id)));
      const found = new Set(expectedIds(shownEvents(rest), Object.fromEntries(query), asOf));
      return rest.filter(({ id }) => !found.has(id));
    }

    it.each(files("usgs/fdsnws", /^query_.*geojson/))("%s: every feature is equal, byte for byte", async (file) => {
      const text = corpusText(file);
      const { metadata, bbox } = JSON.parse(text) as Collection;
      const { pathname, search, searchParams } = new URL(metadata.url);
      const own = readUsgsFeed(Buffer.from(text), file).events;
      const asOf = metadata.generated;
      const events = [...own, ...decoys(own, searchParams, asOf)];
      expect(events.length).toBeGreaterThan(5_000);
      const answer = await askAll(archiveWorld(events, { asOf }), pathname + search);
      expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
      expect(linesOf(answer.text)).toEqual(linesOf(text));
      const ours = JSON.parse(answer.text) as Collection;
      // The address has no host here, and the version is the one whose format the features have.
      expect(ours.metadata).toEqual({ ...metadata, url: pathname + search, api: "2.4.0" });
      expect(ours.bbox).toEqual(bbox);
    });

    it.each(files("usgs/detail", /geojson/))("%s: the event is equal, but for its products", async (file) => {
      const detail = JSON.parse(corpusText(file)) as { id: string; properties: Record<string, unknown> };
      const events = detailEvents(detail);
      expect(events).toHaveLength(1);
      const answer = await askAll(archiveWorld(events), `query?format=geojson&eventid=${detail.id}&includedeleted=false`);
      const theirs = { ...detail, properties: { ...detail.properties, products: {} } };
      expect(JSON.parse(answer.text)).toEqual(theirs);
      expect(Object.keys(JSON.parse(answer.text).properties)).toEqual(Object.keys(theirs.properties));
    });

    it("a count", async () => {
      const [file = ""] = files("usgs/detail", /^ci3144585_2021/);
      const query =
        "format=geojson&starttime=1994-01-17T12%3A30%3A00&endtime=1994-01-18T12%3A35%3A00&updatedafter=2010-01-01T00%3A00%3A00" +
        "&limit=20000&minmagnitude=6.6&offset=1&orderby=time-asc&eventtype=earthquake";
      const world = archiveWorld(detailEvents(JSON.parse(corpusText(file))));
      expect((await askAll(world, `count?${query}`)).text).toBe(corpusText("usgs/fdsnws/count_20211109.geojson"));
    });

    it.each(["catalogs_20181109", "catalogs_20211109", "contributors_20211109"])("%s", async (name) => {
      const text = corpusText(`usgs/fdsnws/${name}.xml`);
      const names = [...text.matchAll(/<(?:Catalog|Contributor)>([^<]*)</g)].map(([, one]) => one as string);
      const events = names.map((net, at) => agencyEvent({ id: `us${at}`, sent: { net, sources: "" } }));
      const answer = await askAll(archiveWorld(events), name.split("_")[0] as string);
      expect(answer.text.trimEnd()).toBe(text.trimEnd());
    });

    it("scenarios are another service, which is not here", async () => {
      for (const file of files("usgs/fdsnws", /^scenario/)) {
        const { pathname, search } = new URL((JSON.parse(corpusText(file)) as Collection).metadata.url);
        expect((await askAll(archiveWorld([]), pathname + search)).status).toBe(404);
      }
    });

    const tables = [...files("usgs/catalogue", /^(?:m4\.5-world_2016|world-decade)/), ...files("usgs/feeds-csv", /all_month_2026/)];
    it.each(tables)("%s: every row is equal, byte for byte, but for six columns", async (file) => {
      const [, ...theirs] = corpusText(file).replaceAll("\r", "").trimEnd().split("\n");
      const events = captureEvents(file);
      const times = events.map(({ time }) => time);
      const window = [Math.min(...times), Math.max(...times)].map((time) => new Date(time).toISOString());
      const order = (times[0] as number) < (times.at(-1) as number) ? "time-asc" : "time";
      const asOf = Math.max(...events.map(({ updated }) => updated));
      const world = archiveWorld(events, { asOf });
      const answer = await askAll(world, `query?format=csv&starttime=${window[0]}&endtime=${window[1]}&orderby=${order}&limit=20000`);
      const [header, ...ours] = answer.text.trimEnd().split("\n");
      expect(header).toBe(corpusText(file).split(/\r?\n/)[0]);
      expect(ours.toSorted()).toEqual(theirs.map(withoutErrors).toSorted());
      // Rows of equal time have no order at the USGS, and one row of these tables does not follow the time that it shows.
      const theirTimes = theirs.map((row) => timeOf(withoutErrors(row)));
      const odd = ours.filter((row, at) => timeOf(row) !== theirTimes[at]);
      expect([file, odd.length]).toEqual([file, file.includes("m4.5-world_2016") ? 2 : 0]);
    });
  });

  /** Events of another agency in an archive, which has those of the USGS alone otherwise. */
  const ofAgency = (events: readonly ReportedEvent[]) =>
    events.map((event): UsgsEvent => ({ ...event, updated: event.updated ?? event.time, status: "reviewed" }));
  const reading = (where: string) => ({ agency: "other", where, retrievedAt: Date.UTC(2027, 0, 1), unreadableShare: 0 });

  it.each([
    ["emsc/emsc_turkey_20250401-20250426.json.gz", "start=2025-04-01&end=2025-04-27&minlat=35&maxlat=43&minlon=25&maxlon=45"],
    ["emsc/emsc_pyrenees_202609.json", "start=2026-09-06&end=2026-10-04&minlat=42&maxlat=43.5&minlon=-2&maxlon=3.5"],
  ])("%s: the same events in the same order", async (file, query) => {
    const { features } = JSON.parse(corpusText(file)) as { features: { id: string; properties: Record<string, unknown> }[] };
    const events = ofAgency(readEmsc(Buffer.from(corpusText(file)), reading(file)).events);
    const { text } = await askAll(archiveWorld(events), `query?format=text&${query}`);
    const ours = rowsOf(text).map(([id, time, ...rest]) => [id, `${time}Z`, ...rest.slice(0, 3).map(Number)]);
    const theirs = features.map(({ id, properties: p }) => {
      return [id, new Date(String(p["time"])).toISOString(), p["lat"], p["lon"], p["depth"]];
    });
    // Events of equal time are in any order there.
    expect(ours.map(([, time]) => time)).toEqual(theirs.map(([, time]) => time));
    expect(ours.map(String).toSorted()).toEqual(theirs.map(String).toSorted());
  });

  it("ingv: the same rows, but for the columns that it alone fills or leaves empty", async () => {
    const file = "ingv/fdsn-text_20240831.txt";
    const theirs = rowsOf(corpusText(file));
    const events = ofAgency(
      readFdsnText(Buffer.from(corpusText(file)), reading(file), { idPrefix: "", untyped: "earthquake", page: null }).events,
    );
    const { text } = await askAll(archiveWorld(events), "query?format=text&start=2024-08-30&end=2024-09-01&orderby=time-asc");
    const ours = rowsOf(text);
    // Times have three decimals here and six there; numbers are the shortest here.
    const same = ([id, time, ...rest]: string[]) => [
      id,
      time?.slice(0, 23),
      ...[0, 1, 2, 8].map((at) => Number(rest[at])),
      rest[7],
      rest[10],
    ];
    expect(ours.map(same)).toEqual(theirs.map(same));
  });

  it("geonet: the rows of a region, with a place, in the order of time", async () => {
    const rows = parse<Record<string, string>>(corpusText("geonet/quakesearch_taupo_1980-2022.csv.gz"), { columns: true, to: 5_000 });
    const events = rows.map((row) =>
      agencyEvent({
        id: row["publicid"] as string,
        time: Date.parse(row["origintime"] as string),
        latitude: Number(row["latitude"]),
        longitude: Number(row["longitude"]),
        magnitude: row["magnitude"] ? Number(row["magnitude"]) : null,
        depthKm: row["depth"] ? Number(row["depth"]) : null,
      }),
    );
    const edge = (name: string, most: boolean) =>
      rows.map((row) => row[name] as string).reduce((a, b) => (Number(b) > Number(a) === most ? b : a));
    const box = ["latitude", "longitude"].flatMap((name) => [`min${name}=${edge(name, false)}`, `max${name}=${edge(name, true)}`]);
    const world = archiveWorld(events);
    const all = await askAll(world, `query?format=text&start=1980-01-01&limit=20000&${box.join("&")}`);
    expect(idsIn(all).toSorted()).toEqual(rows.map((row) => row["publicid"] as string).toSorted());
    const strong = await askAll(world, "query?format=text&start=1980-01-01&minmag=4&orderby=magnitude");
    const expected = rows.filter(({ magnitude }) => Number(magnitude) >= 4).map(({ magnitude }) => Number(magnitude));
    expect(rowsOf(strong.text).map((row) => Number(row[10]))).toEqual(expected.toSorted((a, b) => b - a));
  });
});

/** The fields of the rows of an answer as text. */
function rowsOf(text: string): string[][] {
  const rows = text.trimEnd().split("\n").slice(1);
  return rows.map((row) => row.split("|"));
}

/** A detail document as a capture of one event. */
function detailEvents(detail: { properties: Record<string, unknown> }): UsgsEvent[] {
  const { products: _, ...properties } = detail.properties;
  const metadata = { generated: Date.UTC(2027, 0, 1), title: "", status: 200, count: 1 };
  const collection = { type: "FeatureCollection", metadata, features: [{ ...detail, properties }] };
  return readUsgsFeed(Buffer.from(JSON.stringify(collection)), "detail").events;
}

const ROW = /^((?:[^",]*,){13})("(?:[^"]|"")*"),([^,]*),[^,]*,[^,]*,[^,]*,[^,]*,([^,]*),[^,]*,[^,]*$/;

/** A row without the columns that no feed has, with a whole time: some old rows have one without milliseconds. */
function withoutErrors(row: string): string {
  const [, first = "", place, type, status] = ROW.exec(row) ?? [];
  return `${first.replace(/^([^.,]{19})(?:\.0)?Z/, "$1.000Z")}${place},${type},,,,,${status},,`;
}

function timeOf(row: string): string {
  return row.slice(0, row.indexOf(","));
}
