import { describe, expect, it } from "vitest";
import { TooLargeError } from "../../build/fdsn/failure.ts";
import { PARAMETERS } from "../../build/fdsn/parameter-table.ts";
import { isFdsn } from "../../build/fdsn/path.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { readXml, type XmlElement } from "../support/read-xml.ts";
import { errorOf } from "./error-of.ts";
import { AS_OF, archiveWorld, ask, DAY, idsIn } from "./world.ts";

const events = [
  agencyEvent({
    id: "us7000abcd",
    ids: ["ak1", "us7000abcd"],
    time: Date.UTC(2031, 4, 3, 1, 2, 3, 456),
    magnitude: 2.5,
    latitude: 51.5,
    longitude: 179.5,
    sent: { ids: ",us7000abcd,ak1,", sources: ",us,ak," },
  }),
  agencyEvent({
    id: "ci2",
    time: Date.UTC(2031, 4, 2),
    magnitude: 2.45,
    latitude: 51,
    longitude: -179,
    depthKm: null,
    type: "quarry blast",
  }),
  agencyEvent({
    id: "nc3",
    time: Date.UTC(2031, 4, 1),
    magnitude: 6.1,
    latitude: -33,
    longitude: 10,
    alert: "green",
    status: "reviewed",
  }),
  agencyEvent({ id: "us4", time: Date.UTC(2031, 0, 1), magnitude: null, latitude: 89.9, longitude: 0 }),
];
const world = archiveWorld(events);
const ids = async (query: string) => idsIn(await ask(world, `query?format=text&${query}`));

describe("the parameters", () => {
  it.each([
    ["start=2031-05-02&end=2031-05-03", "starttime=2031-05-02&endtime=2031-05-03"],
    ["minlat=0&maxlat=60&minlon=170&maxlon=180", "minlatitude=0&maxlatitude=60&minlongitude=170&maxlongitude=180"],
    [
      "lat=51&lon=180&maxradius=3&minmag=1&maxmag=9&magtype=ML",
      "latitude=51&longitude=180&maxradius=3&minmagnitude=1&maxmagnitude=9&magnitudetype=ml",
    ],
    ["start=2031-05-02", "start=2031-05-02T00:00:00.000000"],
    ["start=2031-05-02T00:00", "start=2031-05-02T00:00:00Z"],
    ["start=2031-05-02T02:00:00%2B02:00", "start=2031-05-02+00:00:00"],
    ["start=2031-05-01T23:59:60Z", "start=2031-05-02"],
  ])("%s is %s", async (short, long) => {
    const found = await ids(short);
    expect(found).toEqual(await ids(long));
    expect(found.length).toBeGreaterThan(0);
  });

  it.each(["170..190", "-190..-170", "170..-170"])("a box across the antimeridian: %s", async (box) => {
    const [west, east] = box.split("..");
    expect(await ids(`minlongitude=${west}&maxlongitude=${east}`)).toEqual(["us7000abcd", "ci2"]);
  });

  it("bounds are in their range, and unknown values in none", async () => {
    expect(await ids("minmagnitude=2.5")).toEqual(["us7000abcd", "nc3"]);
    expect(await ids("maxmagnitude=2.5")).toEqual(["us7000abcd", "ci2"]);
    expect(await ids("mindepth=-100")).toEqual(["us7000abcd", "nc3"]);
    expect(await ids("starttime=2031-05-03T01:02:03.456")).toEqual(["us7000abcd"]);
    expect(await ids("starttime=2031-05-03T01:02:03.4561")).toEqual([]);
    expect(await ids("starttime=2031-05-02&endtime=2031-05-02T00:00:00.0009")).toEqual(["ci2"]);
  });

  it("a circle around a pole reaches every longitude", async () => {
    expect(await ids("start=2031-01-01&latitude=90&longitude=-120&maxradius=1")).toEqual(["us4"]);
    expect(await ids("start=2031-01-01&latitude=89.95&longitude=180&maxradiuskm=20")).toEqual(["us4"]);
  });

  it.each([
    ["foo=1", 'Unknown parameter "foo".'],
    ["Starttime=2031-01-01", 'Unknown parameter "Starttime".'],
    ["minmagnitude=", 'The parameter "minmagnitude" has no value.'],
    ["minmagnitude=1&minmag=2", 'The parameter "minmag" is given twice.'],
    ["minmagnitude=1,5", 'Bad minmagnitude value "1,5": it is not a number.'],
    ["minmagnitude=NaN", 'Bad minmagnitude value "NaN": it is not a number.'],
    ["minlatitude=90.1", 'Bad minlatitude value "90.1": it is not between -90 and 90.'],
    ["minlatitude=2&maxlatitude=1", "minlatitude is greater than maxlatitude."],
    ["minlongitude=190", "A box beyond longitude 180 needs both minlongitude and maxlongitude."],
    ["minlongitude=-350&maxlongitude=350", "The box is wider than 360 degrees."],
    ["minlongitude=200&maxlongitude=-10", "minlongitude is greater than maxlongitude."],
    ["minlongitude=10&maxlongitude=-200", "minlongitude is greater than maxlongitude."],
    [`minmagnitude=${"x".repeat(99)}`, `Bad minmagnitude value "${"x".repeat(80)}": it is not a number.`],
    ["starttime=2031-02-30", 'Bad starttime value "2031-02-30": it is not a date of the calendar.'],
    ["starttime=2031-05-02T24:00:00", 'Bad starttime value "2031-05-02T24:00:00": it has no such time of day.'],
    ["starttime=2031-05-02T00:00:00%2B24:00", 'Bad starttime value "2031-05-02T00:00:00+24:00": it has no such offset from UTC.'],
    ["endtime=2031-05-02T00:00-01:60", 'Bad endtime value "2031-05-02T00:00-01:60": it has no such offset from UTC.'],
    ["starttime=yesterday", 'Bad starttime value "yesterday": it is not a time such as 2026-01-31 or 2026-01-31T23:59:59.123.'],
    ["starttime=2031-05-03&endtime=2031-05-02", "starttime is after endtime."],
    ["latitude=1&maxradius=2", "A circle needs latitude, longitude, and maxradius or maxradiuskm."],
    ["latitude=1&longitude=1", "A circle needs latitude, longitude, and maxradius or maxradiuskm."],
    ["latitude=1&longitude=1&maxradius=1&minradiuskm=1", "The radius is given both in degrees and in km."],
    ["limit=0", 'Bad limit value "0": it is not between 1 and 20000.'],
    ["limit=20001", 'Bad limit value "20001": it is not between 1 and 20000.'],
    ["offset=0", 'Bad offset value "0": it is not between 1 and 100000.'],
    ["orderby=depth", 'Bad orderby value "depth": it is none of time, time-asc, magnitude, magnitude-asc.'],
    ["format=kml", 'Bad format value "kml": it is none of xml, quakeml, text, geojson, csv.'],
    ["nodata=200", 'Bad nodata value "200": it is none of 204, 404.'],
    ["catalog=xx", 'Bad catalog value "xx": it is none of ci, nc, us.'],
    ["contributor=xx", 'Bad contributor value "xx": it is none of ak, ci, nc, us.'],
    ["mincdi=13", 'Bad mincdi value "13": it is not between 0 and 12.'],
    ["mingap=9&maxgap=8", "mingap is greater than maxgap."],
    ["includedeleted=true", 'Bad includedeleted value "true": it cannot be true: the archive has no deleted events.'],
    ["includesuperseded=only", 'Bad includesuperseded value "only": it is neither true nor false.'],
    ["productcode=us1", 'Unknown parameter "productcode".'],
    ["alertlevel=*", 'Bad alertlevel value "*": it is none of green, yellow, orange, red.'],
    ["eventtype=%ff", 'The parameter "eventtype" is not percent-encoded UTF-8.'],
  ])("%s is refused: %s", async (query, message) => {
    for (const method of ["query", "count"]) {
      const answer = await ask(world, `${method}?${query}`);
      expect([answer.status, errorOf(answer)]).toEqual([400, message]);
    }
  });

  it("jsonerror=true turns an error into an empty collection with status 200", async () => {
    const answer = await ask(world, "query?format=geojson&minmagnitude=x&jsonerror=TRUE");
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    const { metadata, features } = JSON.parse(answer.text) as { metadata: Record<string, unknown>; features: unknown[] };
    expect(metadata).toMatchObject({
      status: 400,
      title: "Search Error",
      count: 0,
      error: 'Bad minmagnitude value "x": it is not a number.',
    });
    expect(features).toEqual([]);
  });
});

describe("nothing found", () => {
  it.each([
    ["minmagnitude=9", 204],
    ["minmagnitude=9&nodata=404", 404],
    ["minmagnitude=9&format=text", 204],
    ["minmagnitude=9&format=geojson&nodata=404", 404],
    ["minmagnitude=9&format=geojson", 200],
    ["minmagnitude=9&format=csv", 200],
    ["eventid=none", 204],
    ["eventid=none&nodata=404", 404],
    ["eventid=none&format=geojson", 404],
    ["eventid=none&format=geojson&nodata=204", 204],
    ["eventid=none&format=csv", 204],
  ])("%s is %d", async (query, status) => {
    const answer = await ask(world, `query?${query}`);
    expect(answer.status).toBe(status);
    if (status === 204) expect(answer.text).toBe("");
    if (status === 404) expect(errorOf(answer)).toMatch(/^(?:No event matches|There is no event "none")\.$/);
  });
});

describe("a deleted event", () => {
  const deleted = archiveWorld(events, {
    withdrawn: [
      { id: "us9", withdrawnAt: AS_OF - DAY },
      { id: "us19", withdrawnAt: AS_OF - 90 * DAY },
      { id: "us10", withdrawnAt: AS_OF - 90 * DAY - 1 },
    ],
  });

  it.each([
    ["eventid=us9", 409],
    ["eventid=us9&format=geojson", 409],
    ["eventid=us9&nodata=204&format=csv", 409],
    ["eventid=quakeml%3Aquakes.example%2Ffdsnws%2Fevent%2F1%2Fquery%3Feventid%3Dus9", 409],
    ["eventid=us19", 409],
    ["eventid=us10", 204],
    ["eventid=us7000abcd", 200],
  ])("%s is %d", async (query, status) => {
    const answer = await ask(deleted, `query?${query}`);
    expect(answer.status).toBe(status);
    if (status === 409) expect(errorOf(answer)).toMatch(/^The event ".*us1?9" has been deleted\.$/);
  });

  it("is reported in JSON on request", async () => {
    const { status, text } = await ask(deleted, "query?eventid=us9&format=geojson&jsonerror=true");
    expect([status, (JSON.parse(text) as { metadata: object }).metadata]).toMatchObject([200, { status: 409 }]);
  });
});

describe("an archive that is not complete", () => {
  const spans = [
    { from: AS_OF - 10 * DAY, to: AS_OF, magnitude: null },
    { from: Date.UTC(2000, 0, 1), to: AS_OF - 5 * DAY, magnitude: 4.5 },
    { from: Date.UTC(1900, 0, 1), to: Date.UTC(1999, 0, 1), magnitude: 4.5 },
  ];
  const partial = archiveWorld(events, { complete: spans });

  it.each([
    ["starttime=2031-04-20", false],
    ["starttime=2031-04-20&minmagnitude=4.4", false],
    ["starttime=2031-04-20&minmagnitude=4.5", true],
    ["starttime=1999-06-01&minmagnitude=6", false],
    ["starttime=1998-06-01&minmagnitude=6", false],
    ["starttime=1950-01-01&endtime=1998-01-01&minmagnitude=6", true],
    ["starttime=2031-04-25", true],
    ["starttime=2031-04-25&endtime=2099-01-01", true],
    ["starttime=2031-05-04T13:00:00", false],
    ["", true],
    ["minmagnitude=5", true],
    ["starttime=2031-04-20&includeincomplete=true", true],
  ])("%s is answered: %s", async (query, isAnswered) => {
    for (const method of ["query", "count"]) {
      const answer = await ask(partial, `${method}?${query}`);
      if (isAnswered) expect([200, 204]).toContain(answer.status);
      else {
        expect(answer.status).toBe(400);
        expect(errorOf(answer)).toMatch(/^The archive does not have every event .*It is complete for every magnitude from 2031-04-24/);
      }
    }
  });

  it("a request without a start begins where the list begins to be complete, at most 30 days ago", async () => {
    const all = archiveWorld([agencyEvent({ id: "us1", time: AS_OF - 9 * DAY }), agencyEvent({ id: "us2", time: AS_OF - 11 * DAY })], {
      complete: spans,
    });
    expect(idsIn(await ask(all, "query?format=text"))).toEqual(["us1"]);
    expect((await ask(world, "count")).text).toBe("3");
  });

  it("says which times it lacks, and for which it is complete", async () => {
    const refusal = async (complete: typeof spans, query: string) =>
      errorOf(await ask(archiveWorld(events, { complete }), `query?${query}`));
    expect(await refusal(spans.slice(0, 1), "starttime=2031-04-20&endtime=2031-04-21&minmagnitude=1")).toBe(
      "The archive does not have every event of magnitude 1 and more from 2031-04-20T00:00:00.000Z to 2031-04-21T00:00:00.000Z. " +
        "It is complete for every magnitude from 2031-04-24T12:00:00.678Z to 2031-05-04T12:00:00.678Z. " +
        "Narrow the request, or add includeincomplete=true.",
    );
    expect(await refusal([], "starttime=2031-04-20")).toMatch(
      /04-20T00:00:00.000Z. It is not known for which times it is complete. Narrow/,
    );
  });

  it("a tree without an archive says so, and a host that cannot read so much of it", async () => {
    const none = { ...world, manifest: undefined } as never;
    expect(errorOf(await ask(none, "query"))).toMatch(/^This tree has no archive of events/);
    const small = await ask({ ...world, open: () => Promise.reject(new TooLargeError("Too much.")) }, "query");
    expect([small.status, errorOf(small)]).toEqual([413, "Too much."]);
  });
});

describe("the format in the path", () => {
  it.each([
    ["query.geojson?limit=1", "application/json; charset=utf-8"],
    ["query.csv?limit=1", "text/csv; charset=utf-8"],
    ["query.text?limit=1", "text/plain; charset=utf-8"],
    ["query.xml?limit=1", "application/xml; charset=utf-8"],
    ["query.csv?limit=1&format=text", "text/plain; charset=utf-8"],
  ])("%s is %s", async (target, type) => {
    const answer = await ask(world, target);
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, type]);
  });

  it("is in the address that the answer names", async () => {
    const urlOf = async (target: string) => (JSON.parse((await ask(world, target)).text) as { metadata: { url: string } }).metadata.url;
    expect(await urlOf("query.geojson")).toBe("/fdsnws/event/1/query.geojson");
    expect(await urlOf("query?format=geojson&limit=1")).toBe("/fdsnws/event/1/query?format=geojson&limit=1");
  });

  it("is refused if there is none", async () => {
    expect(errorOf(await ask(world, "query.kml"))).toMatch(/^Bad format value "kml"/);
    expect((await ask(world, "query.")).status).toBe(404);
    expect((await ask(world, "count.csv")).status).toBe(404);
  });
});

describe("the other methods", () => {
  it("version has digits and dots, lists have no namespace, and programs find every parameter in the description", async () => {
    const version = await ask(world, "version");
    expect([version.headers["content-type"], version.text]).toEqual(["text/plain", "1.2.0\n"]);
    expect(version.headers["last-modified"]).toBe("Sun, 04 May 2031 12:00:00 GMT");
    const catalogs = readXml((await ask(world, "catalogs")).text);
    expect([catalogs.name, catalogs.attributes]).toEqual(["Catalogs", {}]);
    expect(catalogs.children.map(({ name, text }) => [name, text])).toEqual([
      ["Catalog", "ci"],
      ["Catalog", "nc"],
      ["Catalog", "us"],
    ]);
    const contributors = readXml((await ask(world, "contributors")).text);
    expect(contributors.children.map(({ text }) => text)).toEqual(["ak", "ci", "nc", "us"]);
    const lists = JSON.parse((await ask(world, "application.json")).text) as Record<string, string[]>;
    expect(lists["eventtypes"]).toEqual(["earthquake", "quarry blast"]);

    const wadl = readXml((await ask(world, "application.wadl")).text);
    const [resources, ...others] = wadl.children;
    expect([wadl.name, others, resources?.attributes["base"]]).toEqual(["application", [], "/fdsnws/event/1/"]);
    const query = below(resources as XmlElement, "resource").find(({ attributes }) => attributes["path"] === "query") as XmlElement;
    expect(below(query, "method").map(({ attributes }) => attributes)).toEqual([{ name: "GET", id: "query" }]);
    const params = below(below(below(query, "method")[0] as XmlElement, "request")[0] as XmlElement, "param");
    expect(params.map(({ attributes }) => attributes["name"])).toEqual(Object.keys(PARAMETERS));
    for (const { attributes } of params) expect(attributes["type"]).toMatch(/^xs:(?:dateTime|string|double|int|boolean)$/);
  });

  it("count is a number, in three formats, and applies limit and offset first", async () => {
    const of = async (query: string) => (await ask(world, `count?starttime=2031-01-01${query}`)).text;
    expect(await of("")).toBe("4");
    expect(await of("&limit=2&offset=4")).toBe("1");
    expect(JSON.parse(await of("&format=geojson"))).toEqual({ count: 4, maxAllowed: 20_000 });
    expect(readXml(await of("&format=xml")).children.map(({ name, text }) => [name, text])).toEqual([
      ["count", "4"],
      ["maxAllowed", "20000"],
    ]);
    expect(await of("&eventid=ak1")).toBe("1");
  });

  it("unknown services and paths are 404 in plain text, never a redirect or a page", async () => {
    for (const path of [
      "/fdsnws/dataselect/1/application.wadl",
      "/fdsnws/station/1/query",
      "/fdsnws",
      "/fdsnws/event/2/query",
      "/fdsnws/event/1/query/",
      "/fdsnws/event/1/../query",
      "/fdsnws/event/1/%ff",
    ]) {
      const answer = await ask(world, path);
      expect([path, answer.status, answer.headers["location"]]).toEqual([path, 404, undefined]);
      errorOf(answer);
    }
    expect((await ask(world, "/fdsnws/event/1")).status).toBe(200);
    expect((await ask(world, "%71uery?limit=1")).status).toBe(200);
  });

  it("other methods of HTTP are refused, and browsers may ask first", async () => {
    const post = await ask(world, "query", "POST");
    expect([post.status, post.headers["allow"], errorOf(post)]).toEqual([
      405,
      "GET, HEAD, OPTIONS",
      "POST is not allowed; allowed are GET, HEAD, OPTIONS.",
    ]);
    const preflight = await ask(world, "query", "OPTIONS");
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "GET, HEAD, OPTIONS"]);
  });

  it.each([
    ["/fdsnws", true],
    ["/fdsnws/", true],
    ["/fdsnws?x", true],
    ["/%66dsnws/event/1/query", true],
    ["HTTP://host/fdsnws/event/1/query", true],
    ["/fdsnwsx/", false],
    ["/api/fdsnws/", false],
    ["/", false],
  ])("%s is of the service: %s", (target, is) => {
    expect(isFdsn(target)).toBe(is);
  });
});

function below({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** Requests of programs that people have, as they send them (with other dates). */
it.each([
  "query?format=geojson&starttime=2031-04-20T00%3A00%3A00&endtime=2031-05-04T00%3A00%3A00&limit=20000&offset=1&orderby=time-asc&eventtype=earthquake",
  "query?limit=1&lat=51&lon=179&maxradiuskm=1000&format=geojson&nodata=204&minmag=2",
  "query?starttime=2031-05-01T00:00:00&endtime=2031-05-04T00:00:00&format=text&minmag=1&magtype=ml&mindepth=0",
  "query?starttime=2031-05-01T00%3A00%3A00.000000&endtime=2031-05-04T00%3A00%3A00.000000&minmagnitude=2.0&includeallorigins=false&includearrivals=true",
  "query?eventtype=earthquake&updatedafter=2031-05-01T00:00:00Z&limit=100&format=xml",
  "query?eventid=quakeml%3Aquakes.example%2Ffdsnws%2Fevent%2F1%2Fquery%3Feventid%3Dus7000abcd&includearrivals=true",
])("a program that sends %s gets events", async (target) => {
  const answer = await ask(world, target);
  expect([answer.status, answer.text.length > 0]).toEqual([200, true]);
});

it("more than 20,000 events are refused with their number, and can be counted and paged", async () => {
  const few = archiveWorld(Array.from({ length: 200 }, (_, at) => agencyEvent({ id: `us${at}`, time: AS_OF - at * 1000 })));
  // The same fence again and again: 200 events each time.
  const largeOf = (length: number) => {
    const open: typeof few.open = async (paths) => {
      const archive = await few.open(paths);
      return { ...archive, fences: Array.from({ length }, () => archive.fences[0] as (typeof archive.fences)[0]) };
    };
    return { ...few, open };
  };
  const large = largeOf(101);
  const answer = await ask(large, "query?format=text");
  expect([answer.status, errorOf(answer)]).toEqual([
    400,
    "20200 matching events exceeds search limit of 20000. Modify the search to match fewer events.",
  ]);
  const count = JSON.parse((await ask(large, "count?format=geojson")).text) as { count: number; error: string };
  expect([count.count, count.error]).toEqual([20_200, errorOf(answer)]);
  expect(await ask(large, "query?format=text&limit=300&offset=20199").then(idsIn)).toEqual(["us199", "us199"]);
  expect(idsIn(await ask(largeOf(100), "query?format=text"))).toHaveLength(20_000);
  expect(JSON.parse((await ask(largeOf(100), "count?format=geojson")).text)).toEqual({ count: 20_000, maxAllowed: 20_000 });
});
