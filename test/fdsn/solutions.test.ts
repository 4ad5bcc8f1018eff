import { describe, expect, it } from "vitest";
import { readDetail } from "../../build/agencies/usgs/detail.ts";
import { readFeature } from "../../build/agencies/usgs/feature.ts";
import type { SolutionProduct, UsgsEvent } from "../../build/store/records.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { corpusDetails, corpusPresent } from "../support/corpus.ts";
import { readXml, type XmlElement } from "../support/read-xml.ts";
import { AS_OF, archiveWorld, ask } from "./world.ts";

/**
 * The elements of QuakeML 1.2 (Euchner & Schorlemmer 2013, Basic Event Description) that are written here: their children, with `!`
 * those that must be there. Others are texts.
 */
const QUANTITY = "value! uncertainty";
const CREATION = "agencyID creationTime";
const SCHEMA: Record<string, string> = {
  "q:quakeml": "eventParameters!",
  eventParameters: "event creationInfo",
  event: "preferredOriginID preferredMagnitudeID preferredFocalMechanismID type description creationInfo origin magnitude focalMechanism",
  description: "text! type",
  creationInfo: CREATION,
  origin: "time! longitude! latitude! depth depthType originUncertainty quality evaluationMode evaluationStatus creationInfo",
  originUncertainty: "horizontalUncertainty preferredDescription",
  quality: "usedPhaseCount usedStationCount standardError azimuthalGap minimumDistance",
  magnitude: "mag! type stationCount originID evaluationMode evaluationStatus creationInfo",
  focalMechanism: "nodalPlanes principalAxes momentTensor evaluationMode evaluationStatus creationInfo",
  nodalPlanes: "nodalPlane1 nodalPlane2",
  nodalPlane1: "strike! dip! rake!",
  nodalPlane2: "strike! dip! rake!",
  principalAxes: "tAxis! pAxis! nAxis",
  tAxis: "azimuth! plunge! length!",
  pAxis: "azimuth! plunge! length!",
  nAxis: "azimuth! plunge! length!",
  momentTensor: "derivedOriginID! momentMagnitudeID scalarMoment tensor doubleCouple",
  tensor: "Mrr! Mtt! Mpp! Mrt! Mrp! Mtp!",
};
const IDENTIFIED = new Set(["eventParameters", "event", "origin", "magnitude", "focalMechanism", "momentTensor"]);
const REPEATED = new Set(["event", "origin", "magnitude", "focalMechanism"]);
const QUANTITIES = new Set(
  "time longitude latitude depth mag strike dip rake azimuth plunge length scalarMoment Mrr Mtt Mpp Mrt Mrp Mtp".split(" "),
);
const ID = /^quakeml:[\w\d][\w\d\-.*()_~']{2,}\/[\w\d\-.*()_~'][\w\d\-.*()+?_~'=,;#/&]*$/;
const REAL = /^-?\d+(\.\d+)?(E\d+)?$/;

/** What an element has against the schema, by path. */
function faults(element: XmlElement, path = element.name): string[] {
  const rule = SCHEMA[element.name] ?? (QUANTITIES.has(element.name) ? QUANTITY : "");
  const allowed = rule.split(" ").filter(Boolean);
  const names = element.children.map(({ name }) => name);
  const found = allowed.flatMap((name) => (name.endsWith("!") && !names.includes(name.slice(0, -1)) ? [`${path}: without ${name}`] : []));
  for (const [at, name] of names.entries()) {
    if (!allowed.includes(name) && !allowed.includes(`${name}!`)) found.push(`${path}: has ${name}`);
    if (!REPEATED.has(name) && names.indexOf(name) !== at) found.push(`${path}: two of ${name}`);
  }
  const id = element.attributes["publicID"];
  if (IDENTIFIED.has(element.name) !== (id !== undefined) || (id !== undefined && !ID.test(id))) found.push(`${path}: id ${id}`);
  if (QUANTITIES.has(element.name) && element.name !== "time" && !REAL.test(element.children[0]?.text ?? ""))
    found.push(`${path}: no number`);
  return [...found, ...element.children.flatMap((child) => faults(child, `${path}/${child.name}`))];
}

function descendants(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(descendants)];
}

/** Every reference is to something in the document, and no two things have one identifier. */
function checkReferences(root: XmlElement): void {
  const all = descendants(root);
  const ids = all.flatMap(({ attributes }) => attributes["publicID"] ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  const references = all.filter(({ name }) => name.endsWith("ID") && name !== "agencyID").map(({ text }) => text);
  expect(references.filter((id) => !ids.includes(id))).toEqual([]);
}

const PRODUCT: Omit<SolutionProduct, "product" | "properties"> = { source: "us", code: "us1", updated: AS_OF - 1000, weight: 158 };
const EVENT: UsgsEvent = {
  ...agencyEvent({ id: "us1", magnitude: 6.4, magnitudeType: "mww", latitude: 24.13, longitude: 121.66, depthKm: 17, sent: { nst: 84 } }),
};
const ORIGIN = {
  eventtime: new Date(EVENT.time).toISOString(),
  latitude: "24.1323",
  longitude: "121.6596",
  depth: "17",
  "depth-type": "from location",
  "horizontal-error": "6.3",
  "vertical-error": "1.7",
  // As agencies write that they have not computed one.
  "eventtime-error": "0",
  magnitude: "6.4",
  "magnitude-error": "0.048",
  "magnitude-num-stations-used": "41",
  "quakeml-origin-publicid": "quakeml:us.anss.org/origin/1000chhc",
};
const TENSOR = {
  "derived-eventtime": ORIGIN.eventtime,
  "derived-latitude": "24.2",
  "derived-longitude": "121.7",
  "derived-depth": "11.5",
  "derived-magnitude": "6.4",
  "derived-magnitude-type": "Mww",
  "scalar-moment": "5.303E+18",
  ...Object.fromEntries(["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"].map((name, at) => [`tensor-${name}`, `${at - 2}.25E+18`])),
};
const detailed = {
  ...EVENT,
  solutions: [
    { ...PRODUCT, product: "origin" as const, properties: ORIGIN },
    { ...PRODUCT, product: "moment-tensor" as const, properties: TENSOR },
  ],
};
const world = archiveWorld([detailed]);

async function xml(of = world): Promise<string> {
  return (await ask(of, "query?eventid=us1&format=xml")).text;
}

describe("the solutions of an event", () => {
  it("are in its QuakeML, with errors in metres and the contributor's identifiers", async () => {
    const text = await xml();
    const root = readXml(text);
    expect(faults(root)).toEqual([]);
    checkReferences(root);
    for (const part of [
      `<origin publicID="quakeml:us.anss.org/origin/1000chhc"><time><value>${ORIGIN.eventtime}</value></time>`,
      "<depth><value>17000</value><uncertainty>1700</uncertainty></depth><depthType>from location</depthType>",
      "<horizontalUncertainty>6300</horizontalUncertainty>",
      "<mag><value>6.4</value><uncertainty>0.048</uncertainty></mag><type>mww</type><stationCount>41</stationCount>",
      "<scalarMoment><value>5303000000000000000</value></scalarMoment><tensor><Mrr><value>-2250000000000000000</value></Mrr>",
      "<derivedOriginID>",
    ])
      expect(text).toContain(part);
  });

  it("are the products of its detail, and in no list", async () => {
    const { properties } = JSON.parse((await ask(world, "query?eventid=us1&format=geojson")).text);
    const id = `urn:usgs-product:us:origin:us1:${PRODUCT.updated}`;
    const common = { code: "us1", source: "us", updateTime: PRODUCT.updated, preferredWeight: 158, status: "UPDATE", contents: {} };
    expect(properties.products.origin).toEqual([{ id, type: "origin", ...common, properties: ORIGIN }]);
    expect(properties.products["moment-tensor"][0].properties).toEqual(TENSOR);
    expect((await ask(world, "query?format=geojson")).text).not.toContain("solutions");
  });

  it("another contributor's hypocentre has its own quality, magnitude and author", async () => {
    const properties = {
      ...ORIGIN,
      depth: "9",
      magnitude: "6.61",
      "origin-source": "GCMT",
      "num-phases-used": "58",
      "standard-error": "1.1",
    };
    const text = await xml(archiveWorld([{ ...EVENT, solutions: [{ ...PRODUCT, product: "origin", properties }] }]));
    const root = readXml(text);
    expect(faults(root)).toEqual([]);
    checkReferences(root);
    expect(text).toContain("<quality><usedPhaseCount>58</usedPhaseCount><standardError>1.1</standardError></quality>");
    expect(text).toContain("<mag><value>6.61</value><uncertainty>0.048</uncertainty></mag><creationInfo><agencyID>GCMT</agencyID>");
  });

  it("solutions of an older state are further origins: their errors are not those of the published origin", async () => {
    const revised = await xml(archiveWorld([{ ...detailed, depthKm: 12 }]));
    expect(revised).toContain("#origin</preferredOriginID>");
    expect(revised).toContain("<depth><value>12000</value></depth>");
    const root = readXml(revised);
    expect([faults(root), descendants(root).filter(({ name }) => name === "origin").length]).toEqual([[], 3]);
    checkReferences(root);
  });
});

describe.skipIf(!corpusPresent)("the details of the corpus (skipped where ../shared/corpus is absent)", () => {
  it.each(corpusDetails())("%s makes QuakeML that the schema accepts", async (_, body) => {
    const now = Date.UTC(2021, 10, 10);
    const [reading, detail] = [readFeature(body, now), readDetail(body, body.id, now)];
    if (reading.kind !== "event" || detail.kind !== "detail") throw new Error("not read");
    const own = archiveWorld([{ ...reading.event, solutions: detail.solutions }]);
    const root = readXml((await ask(own, `query?eventid=${body.id}`)).text);
    expect(faults(root)).toEqual([]);
    checkReferences(root);
    const mechanisms = descendants(root).filter(({ name }) => name === "focalMechanism");
    expect(mechanisms).toHaveLength(detail.solutions.filter(({ product }) => product !== "origin").length);
  });
});
