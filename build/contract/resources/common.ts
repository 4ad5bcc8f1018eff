import * as z from "zod";
import given from "../../../data/openapi/fields.json" with { type: "json" };
import { CONTINENTS, COUNTRY_CODES, SEISMIC_ZONES, TIME_PRECISIONS } from "../texts/vocabulary.ts";
import { MAXIMUM_SLUG_LENGTH } from "../wire/slug.ts";

/** A description and examples, as OpenAPI has them. */
type Text = { description?: string; examples?: unknown[] };

/** The texts of schemas by name, and of their fields. They are separate from the schemas, because only the documentation needs them. */
const TEXTS: Readonly<Record<string, Text & { fields?: Readonly<Record<string, Text>> }>> = given;

/** A schema with its text. */
export function described<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  const { fields: _, ...text } = TEXTS[name] ?? {};
  return Object.keys(text).length > 0 ? schema.meta(text) : schema;
}

/** Fields with their texts. Fields without one keep what the text of their own schema says. */
export function fields<Shape extends Readonly<Record<string, z.ZodType>>>(name: string, shape: Shape): Shape {
  const texts = TEXTS[name]?.fields ?? {};
  const entries = Object.entries(shape).map(([key, schema]) => [key, texts[key] ? schema.meta(texts[key]) : schema]);
  return Object.fromEntries(entries) as Shape;
}

/** An object of these fields and no others, with the texts of both. */
export function object<Shape extends Readonly<Record<string, z.ZodType>>>(name: string, shape: Shape) {
  return described(name, z.strictObject(fields(name, shape)));
}

/** UTC to the millisecond, years 0000-9999: `YYYY-MM-DDTHH:MM:SS.sssZ` (RFC 3339). */
export const dateTime = z.iso.datetime({ precision: 3 });

/**
 * The same format for events of any age. RFC 3339 has no years before 0, but the historical catalogue does. ISO 8601 writes them in
 * expanded form, with a sign and six digits.
 */
export const dateTimeOfAnyAge = z.union([dateTime, z.string().regex(/^[+-]\d{6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)]);

export const latitude = z.number().min(-90).max(90);
export const longitude = z.number().min(-180).max(180);
export const magnitude = z.number().min(-10).max(10);
export const depth = z.number();
export const distance = z.number().min(0);
export const count = z.int().min(0);
export const name = z.string().min(1);

/** Lower-case letters, digits and hyphens: the form of a path segment of this API. */
export const slug = z.string().regex(/^[a-z0-9-]+$/);

export const CountryCode = described("CountryCode", z.enum(COUNTRY_CODES as [string, ...string[]]));

export const SeismicZone = described("SeismicZone", z.enum(SEISMIC_ZONES));

export const Continent = described("Continent", z.enum(CONTINENTS));

const URL_CHARACTER = "[\\w.~:[\\]!$&'()*+,;=-]|%[\\dA-Fa-f]{2}";

/**
 * An address at an agency: http or https, with the characters of RFC 3986, without user and password. A user before the host may be
 * a secret, or an attempt to deceive (`https://earthquake.usgs.gov@example.org/`).
 */
export const agencyUrl = z.url().regex(new RegExp(`^[Hh][Tt][Tt][Pp][Ss]?://(?:${URL_CHARACTER})+(?:[/?#](?:${URL_CHARACTER}|[/?#@])*)?$`));

export const eventId = described("eventId", name);

export const eventSlug = described("eventSlug", slug.max(MAXIMUM_SLUG_LENGTH));

export const placeDescription = described("placeDescription", z.string());

export const occurredAt = described("occurredAt", dateTime);

export const occurredAtOfAnyAge = described("occurredAtOfAnyAge", dateTimeOfAnyAge);

export const coveredFromOrNull = described("coveredFromOrNull", dateTime.nullable());

export const precision = described("precision", z.enum(TIME_PRECISIONS));

export const knownMagnitude = described("knownMagnitude", magnitude);

export const magnitudeOrNull = described("magnitudeOrNull", magnitude.nullable());

export const depthOrNull = described("depthOrNull", depth.nullable());

export const latitudeOrNull = described("latitudeOrNull", latitude.nullable());

export const longitudeOrNull = described("longitudeOrNull", longitude.nullable());

export const FrequencyMagnitude = object("FrequencyMagnitude", {
  a: z.number(),
  b: z.number().positive(),
  b_error: z.number().min(0),
  completeness_magnitude: magnitude,
  earthquakes: count,
  years: z.number().positive(),
});
export type FrequencyMagnitude = z.infer<typeof FrequencyMagnitude>;

export const Completeness = object("Completeness", {
  magnitude: magnitude.nullable(),
  error: z.number().positive().nullable(),
  assumed: z.boolean(),
  fit_percent: z.int().min(90).max(100).nullable(),
  earthquakes: count,
  no_law_because: z.enum(["too-few-earthquakes", "poor-fit"]).nullable(),
});
export type Completeness = z.infer<typeof Completeness>;

export const TotalsBasis = object("TotalsBasis", {
  from: occurredAt,
  to: occurredAt,
  magnitude,
});
export type TotalsBasis = z.infer<typeof TotalsBasis>;

/** For a field of a record that has a value only if there is an archive. */
export const frequencyMagnitudeOrNull = described("frequencyMagnitudeOrNull", FrequencyMagnitude.nullable());

export const completenessOrNull = described("completenessOrNull", Completeness.nullable());

export const totalsBasisOrNull = described("totalsBasisOrNull", TotalsBasis.nullable());
