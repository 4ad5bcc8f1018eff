import type { FdsnSettings } from "../agencies/fdsn/service.ts";
import { PLATE_ADDRESSES } from "../agencies/plates/source.ts";
import { USGS_FEED } from "../agencies/usgs/geojson.ts";
import type { GivenThresholds } from "../agencies/usgs/plausibility.ts";
import type { GivenAgencies, GivenConfig } from "./schema.ts";

/** The agencies to ask and their addresses. An absent address is not requested. */
export interface AgencySettings {
  usgs: Source<"feed" | "fdsn"> & GivenThresholds & { details?: boolean | undefined };
  noaa: Source<"events" | "tsunamis"> & { crawl_delay_s?: number | undefined };
  emsc: Source<"fdsn">;
  plates: Source<"boundaries" | "plates" | "steps">;
  /** By key. */
  others: Record<string, OtherSettings>;
}

/** The common settings of agencies, with the addresses. */
type Source<Address extends string> = { [A in Address]?: string | undefined } & {
  enabled: boolean;
  /** Age in seconds from which its data count as stale; null if they do not age. */
  stale_after_s: number | null;
};

/** An agency that answers FDSN text. */
type OtherSettings = Source<"fdsn"> & FdsnSettings;

const USGS_ADDRESSES = { feed: USGS_FEED, fdsn: "https://earthquake.usgs.gov/fdsnws/event/1/" };

const HAZEL = "https://www.ngdc.noaa.gov/hazel/hazard-service/api/v1";
const NOAA_ADDRESSES = { events: `${HAZEL}/earthquakes`, tsunamis: `${HAZEL}/tsunamis/events` };

const EMSC_ADDRESSES = { fdsn: "https://www.seismicportal.eu/fdsnws/event/1/" };

/** NOAA's table is corrected some times a year, and a load reads all of it. */
const NOAA_STALE_AFTER_S = 35 * 86_400;
/** A quarter of an hour: the USGS renews its feeds each minute, with occasional short breaks. */
const MIN_STALE_AFTER_S = 900;

/** Age from which live data count as stale, s: three missed runs, at least a quarter of an hour. */
export function staleAfter({ stale_after_s, expected_interval_s }: GivenConfig): number {
  return stale_after_s ?? Math.max(MIN_STALE_AFTER_S, 3 * expected_interval_s);
}

/**
 * The settings with defaults. Without a section `agencies`, the agencies whose data are free for all are asked; with one, those that
 * it names. An agency's default addresses count only if none of them is given: who names one file wants no requests for the others.
 */
export function agencySettings(given: GivenConfig): AgencySettings {
  const named: Partial<GivenAgencies> = given.agencies ?? {
    usgs: { enabled: true },
    noaa: { enabled: true },
    plates: { enabled: true },
  };
  const { usgs, noaa, emsc, plates, others = {} } = named;
  const live = staleAfter(given);
  return {
    usgs: { ...OFF, ...filled(usgs, USGS_ADDRESSES), ...aged(usgs, live) },
    noaa: { ...OFF, ...filled(noaa, NOAA_ADDRESSES), ...aged(noaa, NOAA_STALE_AFTER_S) },
    emsc: { ...OFF, ...filled(emsc && licensed(emsc), EMSC_ADDRESSES), ...aged(emsc, live) },
    plates: { ...OFF, ...filled(plates, PLATE_ADDRESSES), stale_after_s: null },
    others: Object.fromEntries(
      Object.entries(others).map(([key, other]) => [key, { ...licensed(other), ...aged(other, live) }]),
    ),
  };
}

/** Named agencies that are not asked because their licence is not accepted, without those that are disabled. */
export function awaitingLicence({ agencies: { emsc, others } = {} }: GivenConfig): string[] {
  return Object.entries({ ...(emsc && { emsc }), ...others })
    .filter(([, { accept_licence, enabled }]) => !accept_licence && enabled === undefined)
    .map(([key]) => key);
}

function aged(one: { stale_after_s?: number | undefined } | undefined, otherwise: number): { stale_after_s: number } {
  return { stale_after_s: one?.stale_after_s ?? otherwise };
}

const OFF = { enabled: false };

function filled<Given extends object, Addresses extends Readonly<Record<string, string>>>(
  given: Given | undefined,
  addresses: Addresses,
): (Given & { [A in keyof Addresses]?: string }) | undefined {
  if (!given) return undefined;
  const own = Object.keys(addresses).some((name) => name in given);
  return own ? given : { ...given, ...addresses };
}

/** An agency is enabled by accepting its licence, and can still be disabled. */
function licensed<Given extends { accept_licence: boolean; enabled?: boolean | undefined }>({
  accept_licence,
  ...given
}: Given) {
  return { ...given, enabled: given.enabled ?? accept_licence };
}
