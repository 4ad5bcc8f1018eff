import { PLATE_ADDRESSES } from "../agencies/plates/source.ts";
import { USGS_FEED } from "../agencies/usgs/geojson.ts";
import type { GivenAgencies, GivenConfig } from "./schema.ts";

/** The settings of the agencies. An absent address is not requested. */
export interface AgencySettings {
  usgs: Filled<GivenAgencies["usgs"]>;
  noaa: Filled<GivenAgencies["noaa"]>;
  emsc: Filled<GivenAgencies["emsc"]>;
  plates: Filled<GivenAgencies["plates"]>;
  /** Other agencies by key. */
  others: Record<string, Filled<NonNullable<GivenAgencies["others"]>[string]>>;
}

/** The given settings, with the addresses, and with what others follow from. */
type Filled<Given> = Omit<NonNullable<Given>, "enabled" | "accept_licence" | "stale_after_s"> & {
  enabled: boolean;
  /** Age from which its data count as stale, s; null if they do not age. */
  stale_after_s: number | null;
};

const USGS_ADDRESSES = { feed: USGS_FEED, fdsn: "https://earthquake.usgs.gov/fdsnws/event/1/" };

const HAZEL = "https://www.ngdc.noaa.gov/hazel/hazard-service/api/v1";
const NOAA_ADDRESSES = { events: `${HAZEL}/earthquakes`, tsunamis: `${HAZEL}/tsunamis/events` };

const EMSC_ADDRESSES = { fdsn: "https://www.seismicportal.eu/fdsnws/event/1/" };

/** NOAA's table is corrected a few times a year, and a load reads all of it. */
const NOAA_STALE_AFTER_S = 35 * 86_400;
/** 15 minutes: the USGS renews its feeds every minute, with occasional short interruptions. */
const MIN_STALE_AFTER_S = 900;

/** Age from which live data count as stale, s: three missed runs, but at least 15 minutes. */
export function staleAfter({ stale_after_s, expected_interval_s }: GivenConfig): number {
  return stale_after_s ?? Math.max(MIN_STALE_AFTER_S, 3 * expected_interval_s);
}

/**
 * The settings with defaults. Without a section `agencies`, the agencies whose data are free for everyone are read; with it, those
 * that it names. The default addresses of an agency apply only if none of its addresses is given: an operator who names one file
 * does not want requests for the others.
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
    others: Object.fromEntries(Object.entries(others).map(([key, other]) => [key, { ...licensed(other), ...aged(other, live) }])),
  };
}

/** The enabled agencies with their settings, by key. */
export function enabledAgencies({ others, ...own }: AgencySettings): Map<string, object> {
  return new Map([...Object.entries(own), ...Object.entries(others)].filter(([, { enabled }]) => enabled));
}

/** The priority of an agency with recent events, by its key. */
export function priorityOf({ emsc, others }: AgencySettings, agency: string): number {
  return (agency === "emsc" ? emsc : others[agency])?.priority ?? 0;
}

/** Named agencies that are not read because their licence is not accepted, except those that are disabled. */
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

/** An agency is enabled when its licence is accepted, and can still be disabled. */
function licensed<Given extends { accept_licence: boolean; enabled?: boolean | undefined }>({ accept_licence, ...given }: Given) {
  return { ...given, enabled: given.enabled ?? accept_licence };
}
