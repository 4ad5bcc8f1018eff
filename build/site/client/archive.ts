import type { CompleteSpan } from "../../fdsn/archive/fence.ts";
import { completeFrom } from "../../fdsn/complete.ts";
import type { createEventService, EventService } from "../../hosts/browser/event-service.ts";
import { positionInWords } from "../../platform/text.ts";
import { onHost } from "./base.ts";

/** Loaded only when a reader asks for the archive. It asks the host, or reads files of a host that only has files. */
const MODULE = onHost("/assets/event-service.js");

const TYPES = "earthquake,induced or triggered event";

/** Most events in one answer of the service. */
const PAGE = 20_000;

export interface ArchivedEarthquake {
  id: string;
  /** ms since 1970 UTC. */
  time: number;
  /** Degrees. */
  latitude: number;
  longitude: number;
  depthKm: number | null;
  magnitude: number;
  magnitudeType: string | null;
  place: string;
}

/** A period with both of its ends, ms since 1970 UTC. */
export interface Period {
  from: number;
  to: number;
}

/** Which earthquakes of the archive to read. */
export interface ArchiveQuery {
  /** Least magnitude. */
  least: number;
  /** ISO 3166-1 alpha-2; undefined: the world. */
  country?: string | undefined;
  /** So many or more are too many to be read. */
  most: number;
  /** The part to read of the period in which the archive has all of them; default: all of it. */
  periodIn?: (complete: Period) => Period;
}

/** Earthquakes of the archive, newest first, or why there are none. */
export type ArchivedEarthquakes = { earthquakes: ArchivedEarthquake[]; complete: Period } | { absent: ArchiveAbsence };

/** `incomplete`: the archive has no period with all earthquakes of the magnitude. */
export type ArchiveAbsence = "incomplete" | "many";

let service: Promise<EventService> | undefined;

async function loadService(): Promise<EventService> {
  const module = (await import(/* @vite-ignore */ MODULE)) as { createEventService: typeof createEventService };
  return module.createEventService({ base: onHost("/") });
}

/**
 * Reads earthquakes of the archive, only of the period since when the archive has all of them.
 *
 * @returns undefined if the archive cannot be read
 */
export async function readArchive(query: ArchiveQuery): Promise<ArchivedEarthquakes | undefined> {
  try {
    service ??= loadService();
    return await earthquakesFrom(await service, query);
  } catch {
    // The module or the files cannot be loaded now.
    service = undefined;
    return undefined;
  }
}

/** @param ask the event service */
export async function earthquakesFrom(ask: EventService, query: ArchiveQuery): Promise<ArchivedEarthquakes | undefined> {
  const about = await ask("/fdsnws/event/1/application.json");
  // The tree has no archive.
  if (about.status === 404) return { absent: "incomplete" };
  if (!about.ok) return undefined;
  const { complete: spans } = (await about.json()) as { complete?: CompleteSpan[] };
  const from = completeFrom(spans ?? [], query.least);
  if (from === undefined) return { absent: "incomplete" };
  const complete = { from, to: Date.parse(about.headers.get("x-as-of") ?? "") };
  const earthquakes = await readPages(ask, query, query.periodIn?.(complete) ?? complete);
  return earthquakes === "many" ? { absent: "many" } : earthquakes && { earthquakes, complete };
}

/** The archive may change between two requests, so that an earthquake is on both pages. It is then kept once. */
async function readPages(
  ask: EventService,
  { least, country, most }: ArchiveQuery,
  { from, to }: Period,
): Promise<ArchivedEarthquake[] | "many" | undefined> {
  if (from > to) return [];
  const query = new URLSearchParams({
    format: "text",
    starttime: new Date(from).toISOString(),
    endtime: new Date(to).toISOString(),
    minmagnitude: String(least),
    eventtype: TYPES,
    ...(country !== undefined && { country }),
  });
  const found = new Map<string, ArchivedEarthquake>();
  for (let skipped = 0; skipped < most; skipped += PAGE) {
    const limit = Math.min(PAGE, most - skipped);
    // Without a limit, the service would count what is too much.
    query.set("limit", String(limit));
    query.set("offset", String(skipped + 1));
    const answer = await ask(`/fdsnws/event/1/query?${query}`);
    if (!answer.ok) return undefined;
    const rows = earthquakesIn(await answer.text());
    for (const row of rows) found.set(row.id, row);
    if (rows.length < limit) return [...found.values()];
  }
  return "many";
}

/** Reads the text format (FDSN Web Services 1.2, section "text"). */
function earthquakesIn(text: string): ArchivedEarthquake[] {
  const rows = text.split("\n").filter((row) => row !== "" && !row.startsWith("#"));
  return rows.map((row) => {
    const [id = "", time, latitude, longitude, depth, , , , , type, magnitude, , place] = row.split("|");
    const [north, east] = [Number(latitude), Number(longitude)];
    return {
      id,
      time: Date.parse(`${time}Z`),
      latitude: north,
      longitude: east,
      depthKm: depth ? Number(depth) : null,
      magnitude: Number(magnitude),
      magnitudeType: type || null,
      place: place || positionInWords(north, east),
    };
  });
}
