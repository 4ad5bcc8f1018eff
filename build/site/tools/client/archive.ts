import type { CompleteSpan } from "../../../fdsn/archive/fence.ts";
import { completeFrom } from "../../../fdsn/complete.ts";
import type { createEventService, EventService } from "../../../hosts/browser/event-service.ts";

/** Loaded only when a reader asks for the archive. It asks the host, or reads files of a host that only has files. */
const MODULE = "/assets/event-service.js";

const TYPES = "earthquake,induced or triggered event";

/** The magnitudes of a region since the archive is complete, or why there are none. */
export type ArchiveMagnitudes =
  | {
      magnitudes: readonly number[];
      /** ms since 1970 UTC. */
      since: number;
      asOf: number;
    }
  | { absent: "incomplete" | "many" };

let service: Promise<EventService> | undefined;

async function loadService(): Promise<EventService> {
  const module = (await import(/* @vite-ignore */ MODULE)) as { createEventService: typeof createEventService };
  return module.createEventService({ base: "/" });
}

/**
 * Reads the magnitudes of the earthquakes in the archive.
 *
 * @param least only earthquakes of this magnitude and more, and only since the archive has all of them
 * @param country ISO 3166-1 alpha-2; undefined: the world
 * @param most so many or more are too many to be read; at most 20,000, as the service allows
 * @returns undefined if the archive cannot be read
 */
export async function readArchive(
  least: number,
  country: string | undefined,
  most: number,
): Promise<ArchiveMagnitudes | undefined> {
  try {
    service ??= loadService();
    return await magnitudesFrom(await service, least, country, most);
  } catch {
    // The module or the files cannot be loaded now.
    service = undefined;
    return undefined;
  }
}

/** @param ask the event service */
export async function magnitudesFrom(
  ask: EventService,
  least: number,
  country: string | undefined,
  most: number,
): Promise<ArchiveMagnitudes | undefined> {
  const about = await ask("/fdsnws/event/1/application.json");
  // The tree has no archive.
  if (about.status === 404) return { absent: "incomplete" };
  if (!about.ok) return undefined;
  const { complete } = (await about.json()) as { complete?: CompleteSpan[] };
  const since = completeFrom(complete ?? [], least);
  if (since === undefined) return { absent: "incomplete" };
  const query = new URLSearchParams({
    format: "text",
    starttime: new Date(since).toISOString(),
    minmagnitude: String(least),
    eventtype: TYPES,
    // Without a limit, the service would count what is too much.
    limit: String(most),
    ...(country !== undefined && { country }),
  });
  const found = await ask(`/fdsnws/event/1/query?${query}`);
  if (!found.ok) return undefined;
  const magnitudes = magnitudesIn(await found.text());
  if (magnitudes.length >= most) return { absent: "many" };
  return { magnitudes, since, asOf: Date.parse(found.headers.get("x-as-of") ?? "") };
}

/** The column of the text format (FDSN Web Services 1.2, section "text"). */
const MAGNITUDE = 10;

function magnitudesIn(text: string): number[] {
  const rows = text.split("\n").filter((row) => row !== "" && !row.startsWith("#"));
  return rows.map((row) => Number(row.split("|")[MAGNITUDE]));
}
