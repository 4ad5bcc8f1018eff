import * as z from "zod";
import { Earthquake } from "../contract/resources/earthquake.ts";
import { EarthquakeDetail, EventSource, Impact } from "../contract/resources/earthquake-detail.ts";
import { eventSlug } from "../contract/wire/slug.ts";
import { isoTime } from "../store/civil-time.ts";
import type { ReportedEvent } from "../store/records.ts";

const { updated_at, event_id, slug, occurred_at, tsunami, impact: _, ...detail } = EarthquakeDetail.shape;

/**
 * The values of records, validated with the schemas of the answers. A value that a schema refuses must not be stored, because no
 * build could write it.
 */
const ANSWERED = z.strictObject({
  ...detail,
  ...Impact.shape,
  // An id is one segment of a path, and clients do not send the segments `.` and `..`.
  ids: z.array(event_id.refine((id) => id !== "." && id !== "..")),
  slug,
  url: EventSource.shape.url,
  occurred_at: Earthquake.shape.occurred_at,
  occurred_at_of_any_age: occurred_at,
  updated_at,
  max_water_height_m: tsunami.shape.max_water_height_m,
  noaa_event_id: tsunami.shape.noaa_event_id,
});

const SOME_ANSWERED = ANSWERED.partial();

/** Some values of a record, with the field names of answers. */
type Answered = { [Name in keyof z.input<typeof ANSWERED>]?: unknown };

/**
 * The names of the values that no answer can contain, in no particular order. Every reader of an agency's records calls this before
 * it stores a record or a value.
 */
export function unpublishable(values: Answered): string[] {
  const [name, more] = Object.keys(values) as (keyof Answered)[];
  // A single value is checked alone, because the check of an object takes ten times as long.
  if (name !== undefined && more === undefined) {
    return values[name] === undefined || ANSWERED.shape[name].safeParse(values[name]).success ? [] : [name];
  }
  const checked = SOME_ANSWERED.safeParse(values);
  return checked.success ? [] : [...new Set(checked.error.issues.map(({ path }) => String(path[0])))];
}

/** Optional values of an event: the name in the record, and the agency's name. */
const OPTIONAL = {
  url: ["url", "url"],
  felt_reports: ["feltReports", "felt"],
  max_intensity_reported: ["maxIntensityReported", "cdi"],
  max_intensity_estimated: ["maxIntensityEstimated", "mmi"],
  significance: ["significance", "sig"],
} as const satisfies { [Name in keyof Answered]?: readonly [keyof ReportedEvent, string] };

/** The reasons for refused values, where they differ from the field names of answers. */
const REASONS: Partial<Record<string, string>> = {
  ids: "id-invalid",
  slug: "id-invalid",
  occurred_at: "time-invalid",
  updated_at: "updated-invalid",
};

/**
 * Returns the event with null for each optional value that no answer can contain.
 *
 * @param doubtful gets the agency's names of such values
 * @param refuse called with a reason in kebab case if a required value is invalid
 */
export function publishableEvent<Event extends ReportedEvent>(event: Event, doubtful: string[], refuse: (reason: string) => never): Event {
  let kept = event;
  for (const name of unpublishable(answered(event))) {
    if (!isOptional(name)) return refuse(REASONS[name] ?? `${name.replaceAll("_", "-")}-invalid`);
    const [key, called] = OPTIONAL[name];
    kept = { ...kept, [key]: null };
    doubtful.push(called);
  }
  return kept;
}

function isOptional(name: string): name is keyof typeof OPTIONAL {
  return Object.hasOwn(OPTIONAL, name);
}

function answered(event: ReportedEvent): Answered {
  return {
    ids: event.ids,
    slug: eventSlug({ magnitude: null, place: "", id: event.id }),
    url: event.url,
    occurred_at: isoTime(event.time),
    updated_at: event.updated === null ? null : isoTime(event.updated),
    latitude: event.latitude,
    longitude: event.longitude,
    depth_km: event.depthKm,
    magnitude: event.magnitude,
    magnitude_type: event.magnitudeType,
    place_description: event.place ?? "",
    status: event.status,
    alert_level: event.alert,
    tsunami_flag: event.tsunamiFlag,
    felt_reports: event.feltReports,
    max_intensity_reported: event.maxIntensityReported,
    max_intensity_estimated: event.maxIntensityEstimated,
    significance: event.significance,
  };
}
