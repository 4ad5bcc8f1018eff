import { beforeAll, describe, expect, it } from "vitest";
import { eventSlug } from "../../build/contract/wire/slug.ts";
import { noFile } from "../../build/hosts/static-file.ts";
import { respond } from "../../build/rewrite/respond.ts";
import { openSnapshot } from "../../build/rewrite/snapshot.ts";
import { type Asker, askerOf, textOf } from "./ask.ts";
import { type PlainEvent, shardInputOf } from "./plain-catalogue.ts";
import { SNAPSHOT_ID, treeInMemory } from "./tree-in-memory.ts";
import { WITHDRAWN, WORLD } from "./world.ts";

const HUALIEN = "m6-4-18-km-nne-of-hualien-city-taiwan-us1";
const CRETE = "m2-5-crete-greece---55s-5f3";

/** What a query says of which there is nothing to say. */
const NOTHING_ELSE = '"understood":{"country":null,"place":null,"from":null,"to":null,"least_magnitude":null,"order":null}';

let ask: Asker;

beforeAll(async () => {
  ask = await askerOf(shardInputOf(WORLD, WITHDRAWN));
});

const COMMON = {
  vary: "Accept-Encoding",
  "x-snapshot": SNAPSHOT_ID,
  "x-as-of": "2018-02-07T10:20:30.456Z",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Accept-Ranges, Content-Length, Content-Range, ETag, Link, Retry-After, X-As-Of, X-Snapshot",
  "x-content-type-options": "nosniff",
};

describe("a selection", () => {
  it("is sent with every header that the contract promises", async () => {
    const { status, headers, body } = await ask.body("/api/recent/?limit=1");
    expect(status).toBe(200);
    expect(headers).toEqual({
      ...COMMON,
      "content-type": "application/json",
      "cache-control": "public, max-age=30, stale-while-revalidate=60, stale-if-error=86400",
      "last-modified": "Wed, 07 Feb 2018 10:20:30 GMT",
      etag: expect.stringMatching(/^"[0-9a-f]{14}"$/),
    });
    expect(JSON.parse(textOf({ body })).earthquakes).toHaveLength(1);
  });

  it.each([
    ["/api/recent/?limit=2&hours=24", "/api/recent/?hours=24&limit=2"],
    ["/api/recent/?limit=2", "/api/recent/?%6Cimit=%32"],
    ["/api/recent/?limit=2", "/api/recent/?limit=02"],
    ["/api/recent/?limit=2", "/%61pi/recent/?limit=2"],
    ["/api/recent/?limit=2", "http://example.org/api/recent/?limit=2"],
    ["/api/recent/?min_magnitude=4.5", "/api/recent/?min_magnitude=%2B4.50"],
    ["/api/v1/earthquakes/?hours=168", "/api/v1/earthquakes/?days=7"],
    ["/api/v1/earthquakes/?offset=2&limit=2", "/api/v1/earthquakes/?page=2&limit=2"],
    ["/api/v1/earthquakes/?country=TW", "/api/v1/earthquakes/?country=tw&"],
    ["/api/search/?q=tohoku+coast", "/api/search/?q=T%C5%8Dhoku%20%20COAST"],
    ["/api/search/?q=hualien", "/api/search/?q=%EF%BD%88%EF%BD%95ALIEN"],
  ])("is the same for %s and %s", async (one, other) => {
    expect((await ask.body(other)).headers).toEqual((await ask.body(one)).headers);
  });

  it("ranks whole words first, then classes, then the newest", async () => {
    const { results } = JSON.parse(textOf(await ask.body("/api/search/?q=hualien")));
    expect(results.map(({ event_id }: { event_id: string }) => event_id)).toEqual(["n5", "us1", "us4"]);
  });

  it("finds countries by any of their names and terms by their definition", async () => {
    expect(textOf(await ask.body("/api/v1/search/?q=日本".replace("日本", encodeURIComponent("日本"))))).toBe(
      `{"query":"日本","count":1,"best":"countries",${NOTHING_ELSE},"earthquakes":[],"names":[],"deaths":[],"countries":[{"name":"Japan"}],"glossary":[]}`,
    );
    expect(textOf(await ask.body("/api/v1/search/?q=+rupture+"))).toBe(
      `{"query":"rupture","count":1,"best":"glossary",${NOTHING_ELSE},"earthquakes":[],"names":[],"deaths":[],"countries":[],"glossary":[{"term":"Hypocentre"}]}`,
    );
  });

  it("finds nothing for a text without words", async () => {
    expect(textOf(await ask.body("/api/v1/search/?q=--"))).toBe(
      `{"query":"--","count":0,"best":null,${NOTHING_ELSE},"earthquakes":[],"names":[],"deaths":[],"countries":[],"glossary":[]}`,
    );
  });
});

describe("a whole answer", () => {
  it.each([
    ["/api/", "api.json"],
    ["/api/recent/", "api/recent.json"],
    ["/api/recent/?limit=50&hours=720&min_magnitude=2.50", "api/recent.json"],
    ["/api/live-feed/", "api/live-feed.json"],
    ["/api/live-feed/?hours=24", "api/live-feed.json"],
    ["/api/plate-boundaries/", "api/plate-boundaries.json"],
    ["/api/v1/earthquakes/", "api/v1/earthquakes.json"],
    ["/api/v1/earthquakes/?page=1&days=1", "api/v1/earthquakes.json"],
    ["/api/v1/countries/", "api/v1/countries.json"],
    ["/api/v1/countries/?continent=south-AMERICA&zone=high", "q/countries/zone-high.continent-south-america.json"],
    ["/api/v1/countries/japan/", "api/v1/countries/japan.json"],
    ["/api/v1/countries/JP/risk/", "api/v1/countries/JP/risk.json"],
    ["/api/v1/plates/", "api/v1/plates.json"],
    ["/api/v1/plates/nazca/?", "api/v1/plates/nazca.json"],
    ["/api/v1/glossary/?category=waves", "q/glossary/category-waves.json"],
    ["/api/v1/glossary/moment-magnitude/", "api/v1/glossary/moment-magnitude.json"],
    ["/api/v1/stats/", "api/v1/stats.json"],
    ["/api/v1/openapi.json", "api/v1/openapi.json"],
    [`/api/v1/earthquakes/${HUALIEN}/`, `api/v1/earthquakes/${HUALIEN}.json`],
  ])("of %s is the file %s, otherwise 404", async (target, path) => {
    const reply = await ask.file(target);
    expect(reply.path).toBe(path);
    expect(reply.headers).toMatchObject({ ...COMMON, "content-type": "application/json" });
    expect(reply.ifMissing().status).toBe(404);
    expect(reply.ifMissing().headers["content-type"]).toBe("application/problem+json");
  });

  it("keeps for longer what changes less", async () => {
    const { headers } = await ask.file("/api/v1/glossary/");
    expect(headers["cache-control"]).toBe("public, max-age=300, stale-while-revalidate=3600, stale-if-error=604800");
  });
});

describe("an address that is not canonical is redirected", () => {
  it.each([
    ["/api", "/api/"],
    ["/api/recent", "/api/recent/"],
    ["/api/recent?limit=5&q=%20a", "/api/recent/?limit=5&q=%20a"],
    ["/api/recent?", "/api/recent/?"],
    ["/api/v1/countries/JP/risk", "/api/v1/countries/JP/risk/"],
    ["/api/v1/countries/C%C3%B4te", "/api/v1/countries/C%C3%B4te/"],
    ["/api/v1/earthquakes/us1/", `/api/v1/earthquakes/${HUALIEN}/`],
    ["/api/v1/earthquakes/other-words-us1/", `/api/v1/earthquakes/${HUALIEN}/`],
    ["/api/v1/earthquakes/Us_3/", `/api/v1/earthquakes/${CRETE}/`],
    ["/api/v1/earthquakes/gr-3/", `/api/v1/earthquakes/${CRETE}/`],
    ["/api/v1/earthquakes/x--gr-2d3/", `/api/v1/earthquakes/${CRETE}/`],
    ["/api/v1/earthquakes/emsc3/", `/api/v1/earthquakes/${CRETE}/`],
    ["/api/recent?x=\r\nSet-Cookie:a", "/api/recent/?x=%0d%0aSet-Cookie:a"],
  ])("%j to %s", async (target, location) => {
    const { status, headers, body } = await ask.body(target);
    expect([status, headers.location]).toEqual([308, location]);
    expect(headers).toMatchObject(COMMON);
    expect(body).toHaveLength(0);
  });
});

describe("what is not there is a 404 that says so", () => {
  it.each([
    ["/api/nothing/", "There is no endpoint /api/nothing/; the index of all is at /api/."],
    ["/api/nothing", "There is no endpoint /api/nothing; the index of all is at /api/."],
    ["/api//recent/", "There is no endpoint /api//recent/; the index of all is at /api/."],
    ["/api/v1/countries//", "There is no endpoint /api/v1/countries//; the index of all is at /api/."],
    ["/api/recent//", "There is no endpoint /api/recent//; the index of all is at /api/."],
    ["/api/Recent/", "There is no endpoint /api/Recent/; the index of all is at /api/."],
    ["/api/v1/openapi.json/", "There is no endpoint /api/v1/openapi.json/; the index of all is at /api/."],
    ["/api/v1/countries/jp/risk/", "There is no country with the code jp; the list is at /api/v1/countries/."],
    ["/api/v1/countries/J%50/riskX/", "There is no endpoint /api/v1/countries/JP/riskX/; the index of all is at /api/."],
    ["/api/v1/countries/Japan/", "There is no country Japan; the list is at /api/v1/countries/."],
    ["/api/v1/plates/a.b/", "There is no plate a.b; the list is at /api/v1/plates/."],
    ["/api/v1/glossary/%20/", "There is no glossary term  ; the list is at /api/v1/glossary/."],
    ["/api/v1/earthquakes/us9/", "No earthquake has the id or slug us9; search for it at /api/search/."],
    ["/api/v1/earthquakes/gone2/", "No earthquake has the id or slug gone2; search for it at /api/search/."],
  ])("%s", async (target, detail) => {
    const { status, headers, body } = await ask.body(target);
    expect(status).toBe(404);
    expect(JSON.parse(textOf({ body }))).toEqual({
      type: "/docs/problems/not-found/",
      title: "There is nothing at this address",
      status: 404,
      detail,
    });
    expect(headers).toEqual({
      ...COMMON,
      "content-type": "application/problem+json",
      "cache-control": "public, max-age=30",
    });
  });

  it.each([
    "/api/../etc/passwd",
    "/api/./recent/",
    "/api/%2e%2e/snapshot.json",
    "/api/%2E/recent/",
    "/api/..",
    "/api/recent/%00",
    "/api/v1/plates/%00/",
    "/api/v1/plates/nazca%00/",
    "/api/v1%2Frecent/",
    "/api/v1/plates/..%2f..%2fsnapshot/",
    "/api/v1/plates/..%5csnapshot/",
    "/api/%zz/",
    "/api/%",
    "/api/%c3%28/",
    "/api/v1/plates/\u2603/",
    "/api/%ed%a0%80/",
  ])("%s, whose path is malformed", async (target) => {
    const { status, body } = await ask.body(target);
    expect(status).toBe(404);
    expect(JSON.parse(textOf({ body })).detail).toMatch(/^The path is malformed/);
  });

  it("tells at most 100 characters of what was asked for", async () => {
    const { body } = await ask.body(`/api/v1/plates/${"X".repeat(5000)}/`);
    expect(body.length).toBeLessThan(400);
  });
});

describe("a method", () => {
  it.each(["POST", "PUT", "DELETE", "PATCH", "TRACE", "get", ""])("%s is 405 on any path of the API", async (method) => {
    for (const target of ["/api/recent/", "/api/nothing", "/api/recent/?limit=0"]) {
      const { status, headers, body } = await ask.body(target, { method });
      expect([status, headers.allow, headers["cache-control"]]).toEqual([405, "GET, HEAD, OPTIONS", "no-store"]);
      expect(JSON.parse(textOf({ body })).type).toBe("/docs/problems/method-not-allowed/");
    }
  });

  it("OPTIONS is a preflight that allows every reading request", async () => {
    const { status, headers, body } = await ask.body("/api/v1/plates/", { method: "OPTIONS" });
    expect([status, body.length]).toEqual([204, 0]);
    expect(headers).toMatchObject({
      allow: "GET, HEAD, OPTIONS",
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "*",
      "access-control-max-age": "86400",
    });
  });
});

describe("without a tree", () => {
  it("every answer is a 503 that says when to come back", async () => {
    const reply = await respond(undefined, { method: "GET", target: "/api/v1/stats/" });
    expect(reply).toMatchObject({
      kind: "body",
      status: 503,
      headers: { "retry-after": "30", "cache-control": "no-store" },
    });
  });
});

describe("a path outside the API", () => {
  it.each(["/", "/docs/", "/apis/", "/snapshot.json", "/shards/x.bin", "//api/recent/", "*", "", "/%zz", "api/", "http://h"])(
    "%s is left to the host",
    async (target) => {
      for (const method of ["GET", "POST", "OPTIONS"]) expect(await ask.reply(target, { method })).toEqual({ kind: "pass" });
    },
  );
});

describe("an id with slashes, as QuakeML has them", () => {
  const ID = "smi:ch.ethz.sed/sc3a/2018abcd";
  const event = { ...WORLD.events[0], id: ID, aliases: ["quakeml:x\\y/z", "A%2FB"], place: "Sion" } as PlainEvent;
  const SLUG = eventSlug(event);

  it.each([
    `${encodeURIComponent(ID)}/`,
    `${encodeURIComponent(ID).toLowerCase().replaceAll("%3a", ":")}/`,
    `${encodeURIComponent("quakeml:x\\y/z")}/`,
    `${encodeURIComponent("A%2FB")}/`,
  ])("leads percent-encoded to the slug: %s", async (path) => {
    const sion = await askerOf(shardInputOf({ ...WORLD, events: [event] }));
    const { status, headers } = await sion.body(`/api/v1/earthquakes/${path}`);
    expect({ status, location: headers.location }).toEqual({ status: 308, location: `/api/v1/earthquakes/${SLUG}/` });
    expect((await sion.file(`/api/v1/earthquakes/${SLUG}/`)).path).toBe(`api/v1/earthquakes/${SLUG}.json`);
  });

  it("keeps its encoding where the closing slash is added", async () => {
    const path = `/api/v1/earthquakes/${encodeURIComponent(ID)}`;
    const { status, headers } = await ask.body(path);
    expect({ status, location: headers.location }).toEqual({ status: 308, location: `${path}/` });
  });

  it("is not a path of several segments", async () => {
    expect((await ask.body(`/api/v1/earthquakes/${ID}/`)).status).toBe(404);
    expect((await ask.body("/api/v1%2Fearthquakes/")).status).toBe(404);
    expect((await ask.body("/api/v1/countries/..%2Fstats/")).status).toBe(404);
  });

  it("leads to the page of the event too", async () => {
    const snapshot = await openSnapshot(treeInMemory(shardInputOf({ ...WORLD, events: [event] })));
    for (const end of ["", "/"]) {
      const { status, headers } = noFile(snapshot, `/earthquakes/${encodeURIComponent(ID)}${end}?lang=ja`);
      expect({ status, location: headers["location"] }).toEqual({
        status: 308,
        location: `/earthquakes/${SLUG}/?lang=ja`,
      });
    }
  });
});
