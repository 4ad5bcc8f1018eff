import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { once } from "../../../build/platform/lists.ts";
import { drawBaseMap } from "../../../build/site/map/drawn/base-map.ts";
import { type PictureFacts, picturedEvents, pictureFacts, pictureFiles, pictureSvg } from "../../../build/site/share/picture.ts";
import { hasRenderer, loadRenderer } from "../../../build/site/share/renderer.ts";
import { AS_OF, smallInput, usgs } from "../../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "../../catalogue/make-records.ts";
import { readXml, type XmlElement } from "../../support/read-xml.ts";
import { ISLAND } from "../data/pages-of.ts";

const HOUR = 3_600_000;
const baseMap = once(() => drawBaseMap(() => ({ coarse: ISLAND, fine: ISLAND }), []));

const FACTS: PictureFacts = {
  magnitude: 6.4,
  place: "22km NNE of Hualian, Taiwan",
  time: Date.UTC(2018, 1, 6, 15, 50, 42),
  precision: "second",
  latitude: 1,
  longitude: 2,
  depthKm: 10.6,
  source: "USGS",
};

function textsOf(svg: string): string[] {
  const all = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(all)];
  return all(readXml(svg)).flatMap(({ name, text }) => (name === "text" ? [text] : []));
}

const picture = (given: Partial<PictureFacts>) => pictureSvg({ ...FACTS, ...given }, baseMap());

describe("the picture of an earthquake", () => {
  it("shows magnitude, place, time, depth and source", () => {
    const texts = textsOf(picture({}));
    for (const text of ["Quaketree", "Magnitude", "6.4", "6 February 2018, 15:50 UTC", "Depth 11 km · Source: USGS"]) {
      expect(texts).toContain(text);
    }
    expect(texts.join(" ")).toContain("22km NNE of Hualian, Taiwan");
  });

  it("shows a time as precisely as it is known, and the year of an earthquake without a magnitude", () => {
    const time = new Date("-000463-01-01T00:00:00Z").getTime();
    const old = { magnitude: null, time, precision: "year", depthKm: null, source: null } as const;
    const texts = textsOf(picture(old));
    expect(texts.filter((text) => text === "464 BC")).toHaveLength(2);
    expect(texts.join(" ")).not.toMatch(/Magnitude|Depth|Source|UTC/);
    expect(textsOf(picture({ precision: "day" }))).toContain("6 February 2018");
    expect(textsOf(picture({ precision: "month" }))).toContain("February 2018");
  });

  it("has the land around the epicentre, also across the antimeridian, and none without a position", () => {
    expect(picture({})).toContain('fill="#2a545c"');
    expect(picture({ latitude: null, longitude: null })).not.toContain('fill="#2a545c"');
    expect(picture({ longitude: 179 })).not.toContain('fill="#2a545c"');
  });

  it("is well-formed, and its text stays within the panel, whatever an agency says", () => {
    const place = fc.oneof(fc.string({ maxLength: 300, unit: "binary" }), fc.string({ maxLength: 300, unit: "grapheme-ascii" }));
    const given = fc.record({
      place: place.map((text) => text.replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, " ")),
      magnitude: fc.option(fc.double({ min: -2, max: 10, noNaN: true })),
      latitude: fc.option(fc.double({ min: -90, max: 90, noNaN: true })),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      depthKm: fc.option(fc.double({ min: -10, max: 800, noNaN: true })),
    });
    fc.assert(
      fc.property(given, (facts) => {
        const svg = picture(facts);
        expect(svg).not.toMatch(/var\(|NaN|undefined|Infinity/);
        const texts = textsOf(svg);
        const lines = texts.slice(texts.indexOf("Quaketree") + 3, -2);
        expect(lines.length).toBeLessThanOrEqual(4);
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(29);
      }),
      { numRuns: 30 },
    );
  });

  it("has the same key only where the same is drawn", () => {
    const [one, other] = assembleCatalogue(
      smallInput({
        live: usgs([
          liveEvent({ id: "us1", time: AS_OF - HOUR, place: "Here" }),
          liveEvent({ id: "us2", time: AS_OF - 2 * HOUR, place: "There" }),
        ]),
      }),
    ).events;
    if (!one || !other) throw new Error("the small world has lost its earthquakes");
    const fileOf = pictureFiles(baseMap(), (svg) => Buffer.from(svg));
    expect(fileOf({ ...one, feltReports: 99 }).key).toBe(fileOf(one).key);
    expect(fileOf({ ...one, magnitude: 1.2 }).key).not.toBe(fileOf(one).key);
    expect(fileOf(other).key).not.toBe(fileOf(one).key);
    expect(Buffer.from(fileOf(one).bytes()).toString()).toBe(pictureSvg(pictureFacts(one), baseMap()));
  });
});

describe.skipIf(!hasRenderer())("the renderer", () => {
  it("gives the same PNG for the same picture, 1200 by 630 pixels, with all Latin letters", async () => {
    const render = await loadRenderer();
    if (!render) throw new Error("the library is installed and not found");
    const png = Buffer.from(render(picture({})));
    expect(png.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(Buffer.from(render(picture({})))).toEqual(png);
    const letter = (text: string) =>
      Buffer.from(
        render(
          `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="Commissioner" font-weight="600">${text}</text></svg>`,
        ),
      ).toString("base64");
    expect(new Set(["", "a", "é", "ı", "œ", "ğ", "ż", "ơ", "ế"].map(letter)).size).toBe(9);
  });
});

describe.skipIf(!hasRenderer())("a plate boundary that is far below the picture", () => {
  it("does not stop the renderer", async () => {
    const render = await loadRenderer();
    const [boundary] = assembleCatalogue(smallInput()).boundaries;
    if (!render || !boundary) throw new Error("there is no renderer, or no boundary");
    const line = [
      [1, -21],
      [3, -21],
    ] as const;
    const base = drawBaseMap(() => ({ coarse: ISLAND, fine: ISLAND }), [{ ...boundary, line }]);
    for (let latitude = 0; latitude < 12; latitude += 0.5) {
      const png = render(pictureSvg({ ...FACTS, latitude }, base));
      expect(Buffer.from(png).readUInt32BE(16)).toBe(1200);
    }
  });
});

describe("which earthquakes have a picture", () => {
  const small = { id: "us1", time: AS_OF - HOUR, magnitude: 3 };
  const live = usgs(
    [
      small,
      { id: "us2", time: AS_OF - 2 * HOUR, magnitude: 2, significance: 700 },
      { id: "us3", time: AS_OF - 300 * HOUR, magnitude: 5.1 },
      { id: "us4", time: AS_OF - 300 * HOUR, magnitude: 4.9 },
    ].map((given) => liveEvent(given)),
  );
  const historical = [historicalRecord({ id: "qt1", magnitude: 8 })];
  const catalogue = assembleCatalogue(smallInput({ live, historical }));
  const idsOf = (rule: Parameters<typeof picturedEvents>[1], from: number, of = catalogue) => {
    const slugs = picturedEvents(of, rule, from);
    return of.events.flatMap(({ id, slug }) => (slugs.has(slug) ? [id] : [])).toSorted();
  };

  it("are the significant and the larger recent ones, the headline, and the strongest on record", () => {
    expect(idsOf({ eventPages: "all" }, 5)).toEqual(["qt1", "us1", "us2", "us3"]);
    expect(idsOf({ eventPages: "all" }, 4.9)).toEqual(["qt1", "us1", "us2", "us3", "us4"]);
    expect(idsOf({ eventPages: "all" }, 10)).toEqual(["qt1", "us1", "us2"]);
  });

  it("are only those that have a page", () => {
    expect(idsOf({ eventPages: "significant" }, 4)).toEqual(["qt1", "us2"]);
    expect(idsOf({ eventPages: "none" }, 4)).toEqual([]);
    const none = assembleCatalogue(smallInput({ live: usgs([]), historical: [] }));
    expect(idsOf({ eventPages: "all" }, 5, none)).toEqual([]);
  });
});
