import { createHash } from "node:crypto";
import { type Answer, answer, json, plain, type View } from "./answer.ts";
import { pageOf, selectEvents } from "./fdsn-select.ts";
import { iso, quakemlDocument, type TextQuirks, textTable } from "./fdsn-tables.ts";
import { isMistake, type Mistake, type Parameters, readParameters } from "./query-parameters.ts";
import { FDSN_PATH } from "./usgs-fdsn.ts";
import { presented } from "./usgs-feeds.ts";
import { idOf, type World, type WorldEvent } from "./world.ts";

/** What an FDSN event service other than the USGS's answers from. Its events have an empty `net`. */
export interface FdsnState {
  world: World;
  /** Most events in one answer; more are answered 413 (EMSC: 400). */
  limit: number;
  /** How its text table looks. */
  quirks: TextQuirks;
  /** Parameters of the specification that it refuses, such as `updatedafter` (GEOFON, GeoNet). */
  refuses: string[];
  /** A limit of its own that it does not tell of. */
  cap?: Cap;
}

export interface Cap {
  /** Of its catalogue it knows no more than `rows`; or it lists no more in an answer. */
  of: "catalogue" | "answer";
  rows: number;
  /** Which of them; `scattered`: in no order that has to do with the question. */
  first: "newest" | "oldest" | "largest" | "scattered";
}

const KNOWN = `format starttime endtime updatedafter minlatitude maxlatitude minlongitude maxlongitude mindepth maxdepth
  minmagnitude maxmagnitude eventid orderby limit offset nodata`.split(/\s+/);

/** EMSC's portal: FDSN event with JSON of its own, see webservices101 of EMSC-CSEM. */
export function emscAnswer(url: URL, view: View<FdsnState>): Answer {
  return serviceAnswer(url, view, { json: emscCollection, text: (events) => textTable(events, view.state.quirks) });
}

/** Any other agency by the specification: text and QuakeML, as far as is emulated. */
export function textAnswer(url: URL, view: View<FdsnState>): Answer {
  return serviceAnswer(url, view, { text: (events) => textTable(events, view.state.quirks), xml: quakemlDocument });
}

interface Formats {
  json?: (events: readonly WorldEvent[], total: number) => unknown;
  text: (events: readonly WorldEvent[]) => string;
  xml?: (events: readonly WorldEvent[]) => string;
}

function serviceAnswer(url: URL, view: View<FdsnState>, formats: Formats): Answer {
  if (url.pathname === `${FDSN_PATH}/version`) return plain(200, "1.2.5");
  if (url.pathname !== `${FDSN_PATH}/query`) return plain(404, "404 Not Found\n");
  const known = new Set(KNOWN.filter((name) => !view.state.refuses.includes(name)));
  const parameters = readParameters(url.searchParams, known);
  const found = isMistake(parameters) ? parameters : find(parameters, view);
  if (!Array.isArray(found)) return plain(found.status, `Error ${found.status}\n\n${found.text}\n`);
  const asked = isMistake(parameters) ? new Map<string, string>() : parameters;
  const { cap } = view.state;
  const listed = cap?.of === "answer" ? capped(found, cap) : found;
  if (found.length === 0) return asked.get("nodata") === "404" ? plain(404, "Error 404: no data\n") : plain(204, "");
  if (asked.get("format") === "json" && formats.json) return json(formats.json(listed, found.length));
  if (asked.get("format") === "xml" && formats.xml) return answer(200, "application/xml", formats.xml(listed));
  if (asked.get("format") === "text") return plain(200, formats.text(listed));
  return plain(400, `Error 400: Bad Request\n\nThis emulator has no answers as ${asked.get("format") ?? "xml"}.\n`);
}

/** Deleted events are simply not there. */
function find(parameters: Parameters, view: View<FdsnState>): WorldEvent[] | Mistake {
  const { cap } = view.state;
  const known = view.state.world.at(view.now).filter(({ status }) => status !== "deleted");
  const listed = cap?.of === "catalogue" ? capped(known, cap) : known;
  const id = parameters.get("eventid");
  if (id !== undefined) return listed.filter(({ ids }) => ids.includes(id));
  const matching = selectEvents(listed, parameters, { from: Number.NEGATIVE_INFINITY });
  if (!Array.isArray(matching)) return matching;
  const { limit } = view.state;
  const chosen = pageOf(matching, parameters, limit);
  if (!Array.isArray(chosen)) return chosen;
  if (chosen.length > limit) return { status: 413, text: `The request would give more than ${limit} events.` };
  return presented(chosen, view);
}

const CAPPED: Record<Cap["first"], (a: WorldEvent, b: WorldEvent) => number> = {
  newest: (a, b) => b.time - a.time,
  oldest: (a, b) => a.time - b.time,
  largest: (a, b) => (b.mag ?? -9) - (a.mag ?? -9),
  scattered: (a, b) => (scattered(a) < scattered(b) ? -1 : 1),
};

function capped(events: readonly WorldEvent[], { rows, first }: Cap): WorldEvent[] {
  return events.toSorted(CAPPED[first]).slice(0, rows);
}

function scattered(event: WorldEvent): string {
  return createHash("sha1").update(idOf(event)).digest("hex");
}

function emscCollection(events: readonly WorldEvent[], totalCount: number): unknown {
  const metadata = { count: events.length, totalCount };
  return { type: "FeatureCollection", metadata, features: events.map(emscFeature) };
}

/** The third coordinate is an altitude in km, and so below zero where the property `depth` is above. */
function emscFeature(event: WorldEvent): unknown {
  const { latitude, longitude, depthKm, time, updated, place, mag, magType } = event;
  const unid = idOf(event);
  const below = depthKm === null || depthKm === 0 ? 0 : -depthKm;
  const properties = {
    source_id: unid.replaceAll(/\D/g, ""),
    source_catalog: "EMSC-RTS",
    lastupdate: iso(updated).replace("Z", "000Z"),
    time: iso(time),
    flynn_region: place?.toUpperCase() ?? "",
    lat: latitude,
    lon: longitude,
    depth: depthKm,
    evtype: "ke",
    auth: "EMSC",
    mag,
    magtype: magType,
    unid,
  };
  const geometry = { type: "Point", coordinates: [longitude, latitude, below] };
  return { type: "Feature", geometry, id: unid, properties };
}
