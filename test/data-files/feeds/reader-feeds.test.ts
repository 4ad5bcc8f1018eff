import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { readerFeedFiles } from "../../../build/data-files/feeds/atom.ts";
import { detailFiles } from "../../../build/data-files/feeds/files.ts";
import { distanceKm } from "../../../build/geo/sphere.ts";
import { agencyEvent } from "../../agencies/make-event.ts";
import { smallInput, usgs } from "../../answers/small-catalogue.ts";
import { liveEvent } from "../../catalogue/make-records.ts";
import { readXml, type XmlElement } from "../../support/read-xml.ts";

const catalogue = assembleCatalogue(smallInput());
const files = new Map([...readerFeedFiles(catalogue, ({ id }) => id === "us1")].map((file) => [file.path, file]));

function feedOf(path: string): XmlElement {
  return readXml(Buffer.from(files.get(path)?.bytes() ?? []).toString("utf8"));
}

function texts({ children }: XmlElement, name: string): string[] {
  return children.filter((child) => child.name === name).map(({ text }) => text);
}

/** Where a link leads to in a tree that is served below a path. */
const BELOW = "https://quakes.example/repo/";
function target(path: string, href: string | undefined): string {
  return new URL(href ?? "", BELOW + path).href;
}

describe("feeds for feed readers", () => {
  it("are one for each country and one of the significant earthquakes, with what RFC 4287 requires", () => {
    expect([...files.keys()]).toEqual([
      "earthquakes/significant.atom",
      ...catalogue.countries.map(({ slug }) => `countries/${slug}/earthquakes.atom`),
    ]);
    for (const path of files.keys()) {
      const feed = feedOf(path);
      for (const name of ["id", "title", "updated", "author"]) expect(texts(feed, name)).toHaveLength(1);
      const self = feed.children.find(({ attributes }) => attributes["rel"] === "self");
      expect(target(path, self?.attributes["href"])).toBe(BELOW + path);
      const entries = feed.children.filter(({ name }) => name === "entry");
      for (const entry of entries) {
        for (const name of ["id", "title", "updated", "summary"]) expect(texts(entry, name)).toHaveLength(1);
        expect(texts(entry, "updated")[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
        expect(texts(entry, "georss:point")[0]).toMatch(/^-?\d+(\.\d+)? -?\d+(\.\d+)?$/);
      }
      const ids = entries.flatMap((entry) => texts(entry, "id"));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("list the recent significant earthquakes, newest first, and lead to their pages if they have one", () => {
    const entries = feedOf("earthquakes/significant.atom").children.filter(({ name }) => name === "entry");
    const significant = catalogue.events.filter((event) => event.recent && event.significant);
    expect(entries.flatMap((entry) => texts(entry, "id"))).toEqual(significant.map(({ id }) => `urn:quaketree:earthquake:${id}`));
    const links = entries.map(({ children }) => children.find(({ name }) => name === "link")?.attributes["href"]);
    const pages = significant.map(({ id, slug }) => `${BELOW}${id === "us1" ? "" : "api/v1/"}earthquakes/${slug}/`);
    expect(links.map((href) => target("earthquakes/significant.atom", href))).toEqual(pages);
  });

  it("have whole addresses where the tree says where it is served", () => {
    const [made] = readerFeedFiles(catalogue, () => true, {}, "https://quakes.example/repo");
    const hrefs = Buffer.from(made?.bytes() ?? "")
      .toString("utf8")
      .matchAll(/href="([^"]*)"/g);
    expect([...hrefs].filter(([, href]) => !href?.startsWith(BELOW))).toEqual([]);
  });

  it("are also one for each rule of the operator, with the earthquakes that match it", () => {
    const rules = { "us-4": { min_magnitude: 4, country: "US" }, near: { circle: { latitude: 0, longitude: 0, radius_km: 5_000 } } };
    const made = [...readerFeedFiles(catalogue, () => false, rules)].filter(({ path }) => path.startsWith("notices/"));
    expect(made.map(({ path }) => path)).toEqual(["notices/us-4.atom", "notices/near.atom"]);
    const listed = made.map(({ bytes }) => {
      const { children } = readXml(Buffer.from(bytes()).toString("utf8"));
      return children.filter(({ name }) => name === "entry").flatMap((entry) => texts(entry, "id"));
    });
    const recent = catalogue.events.filter((event) => event.recent);
    const ids = (events: typeof recent) => events.map(({ id }) => `urn:quaketree:earthquake:${id}`);
    expect(listed[0]).toEqual(ids(recent.filter(({ magnitude, country }) => (magnitude ?? -9) >= 4 && country?.iso2 === "US")));
    expect(listed[1]).toEqual(
      ids(
        recent.filter(
          ({ latitude, longitude }) => latitude !== null && longitude !== null && distanceKm(0, 0, latitude, longitude) <= 5_000,
        ),
      ),
    );
  });

  it("are the same a minute later if there is no new earthquake", () => {
    const later = assembleCatalogue(smallInput({ asOf: catalogue.asOf + 60_000, live: usgs([]) }));
    const now = assembleCatalogue(smallInput({ live: usgs([]) }));
    const bytesOf = (from: typeof later) => [...readerFeedFiles(from, () => true)].map(({ bytes }) => Buffer.from(bytes()).toString());
    expect(bytesOf(later)).toEqual(bytesOf(now));
  });

  it("escape what a place says, and hold 50 entries at most", () => {
    const place = `a <b> & "c"\u0001`;
    const many = Array.from({ length: 60 }, (_, at) =>
      liveEvent({ id: `us${at + 100}`, time: catalogue.asOf - at * 1000, place, magnitude: 7, latitude: 3, longitude: at }),
    );
    const [significant] = readerFeedFiles(assembleCatalogue(smallInput({ live: usgs(many) })), () => true);
    const feed = readXml(Buffer.from(significant?.bytes() ?? []).toString("utf8"));
    const titles = feed.children.filter(({ name }) => name === "entry").flatMap((entry) => texts(entry, "title"));
    expect(titles).toHaveLength(50);
    expect(titles[0]).toBe(`M 7.0 - a <b> & "c"\ufffd`);
  });
});

it("details are at the path that the feeds state, for magnitude 2.5 and more, and only for ids that a path can hold", () => {
  const asOf = Date.UTC(2031, 4, 4);
  const [time, covers] = [asOf - 1000, { from: 0, to: asOf }];
  const events = ["us1", "../us2", "us3"].map((id, at) => agencyEvent({ id, time, magnitude: at < 2 ? 5 : 1 }));
  const groups = [...detailFiles({ asOf, covers, source: "all", events })];
  const details = groups.flatMap((group) => [...group.files()]);
  expect(details.map(({ path }) => path)).toEqual(["earthquakes/feed/v1.0/detail/us1.geojson"]);
  const feature = JSON.parse(Buffer.from(details[0]?.bytes() ?? []).toString("utf8"));
  expect(feature).toMatchObject({ type: "Feature", id: "us1", properties: { mag: 5, products: {} } });
  expect(feature.properties).not.toHaveProperty("detail");
});
