import * as z from "zod";
import { ALERT_LEVELS, OTHER_INTENSITY_SCALES } from "../texts/vocabulary.ts";
import { classList, IMPACT_FIGURES, IMPACT_KINDS, IMPACT_PRODUCT_IDS, type ImpactFigure } from "../wire/impact.ts";
import * as common from "./common.ts";
import { described, object } from "./common.ts";
import { alertLevel, historicalNeighboursOrNull, tsunamiFlag } from "./earthquake.ts";

export const EventSource = object("EventSource", {
  agency: common.name,
  id: common.name,
  url: common.agencyUrl.nullable(),
});

export const EventCountry = object("EventCountry", {
  name: common.name,
  iso2: common.CountryCode,
  slug: common.slug,
  seismic_zone: common.SeismicZone,
  continent: common.Continent,
  relation: z.enum(["inside", "offshore"]),
  distance_km: common.distance.nullable(),
});

export const EventPlate = object("EventPlate", {
  name: common.name,
  slug: common.slug,
  code: z.string().length(2),
  boundary_distance_km: common.distance,
});

const amount = z.number().min(0).nullable();

function degrees(low: number, high: number) {
  return z.number().min(low).max(high);
}

export const Quality = object("Quality", {
  station_count: amount,
  phase_count: amount,
  azimuthal_gap_deg: amount,
  nearest_station_deg: amount,
  rms_s: amount,
  time_error_s: amount,
  horizontal_error_km: amount,
  depth_error_km: amount,
  depth_type: common.name.nullable(),
  magnitude_error: amount,
  magnitude_station_count: amount,
});

export const OtherSolution = object("OtherSolution", {
  agency: common.name,
  contributor: common.name.nullable(),
  id: common.name,
  occurred_at: common.dateTime.nullable(),
  latitude: common.latitudeOrNull,
  longitude: common.longitudeOrNull,
  depth_km: common.depthOrNull,
  magnitude: common.magnitudeOrNull,
  magnitude_type: common.name.nullable(),
});

const NodalPlane = object("NodalPlane", {
  strike: degrees(0, 360),
  dip: degrees(0, 90),
  rake: degrees(-180, 180),
});

const Axis = object("Axis", {
  azimuth: degrees(0, 360),
  plunge: degrees(0, 90),
  value_nm: z.number().nullable(),
});

export const Mechanism = object("Mechanism", {
  kind: z.enum(["moment-tensor", "focal-mechanism"]),
  contributor: common.name,
  id: common.name,
  updated_at: common.dateTime,
  review_status: common.name.nullable(),
  magnitude: common.magnitudeOrNull,
  magnitude_type: common.name.nullable(),
  depth_km: common.depthOrNull,
  scalar_moment_nm: amount,
  double_couple_share: z.number().min(0).max(1).nullable(),
  duration_s: amount,
  tensor: object("Mechanism.tensor", {
    mrr: z.number(),
    mtt: z.number(),
    mpp: z.number(),
    mrt: z.number(),
    mrp: z.number(),
    mtp: z.number(),
  }).nullable(),
  nodal_planes: z.array(NodalPlane).length(2),
  t_axis: Axis,
  n_axis: Axis,
  p_axis: Axis,
  computed: z.array(z.enum(["double_couple_share", "nodal_planes", "axes"])),
});
export type Mechanism = z.infer<typeof Mechanism>;

export const IntensityContour = object("IntensityContour", {
  intensity: z.int().min(1).max(12),
  lines: z.array(z.array(z.tuple([common.longitude, common.latitude]))),
});

export function amountClass(what: string, figure: ImpactFigure = "deaths", example = 1) {
  return z
    .int()
    .min(0)
    .max(4)
    .nullable()
    .meta({
      description: `Order of magnitude of the ${what}, after NOAA: ${classList(figure)}; null where not known.`,
      examples: [example],
    });
}

export const magnitudeTypeOrNull = described("magnitudeTypeOrNull", common.name.nullable());

export const deathsOrNull = described("deathsOrNull", common.count.nullable());

export const ImpactSource = object("ImpactSource", {
  figure: z.enum(IMPACT_FIGURES),
  value: z.union([z.number(), z.enum(ALERT_LEVELS)]).nullable(),
  kind: z.enum(IMPACT_KINDS),
  class_words: common.name.nullable(),
  agency: common.name,
  product: z.enum(IMPACT_PRODUCT_IDS).nullable(),
  contributor: common.name.nullable(),
  updated_at: common.dateTime.nullable(),
  url: common.agencyUrl.nullable(),
});
export type ImpactSource = z.infer<typeof ImpactSource>;

const DeathFigure = object("DeathFigure", {
  low: common.count,
  high: common.count,
  kind: z.enum(["counted", "estimated", "range"]),
  by: common.name.nullable(),
  published: common.name.nullable(),
  url: common.agencyUrl.nullable(),
});

const intensity = z.number().min(0).max(12).nullable();

export const Impact = object("Impact", {
  felt_reports: common.count.nullable(),
  max_intensity_reported: intensity,
  max_intensity_estimated: intensity,
  intensity_other_scale: object("Impact.intensity_other_scale", {
    value: z.int().min(0).max(12),
    scale: z.enum(OTHER_INTENSITY_SCALES),
  }).nullable(),
  significance: z.int().nullable(),
  deaths: deathsOrNull,
  deaths_class: amountClass("deaths"),
  deaths_said: object("Impact.deaths_said", {
    low: common.count.nullable(),
    high: common.count.nullable(),
    by: common.name,
    figures: z.array(DeathFigure),
  }).nullable(),
  injuries: common.count.nullable(),
  injuries_class: amountClass("injuries", "deaths", 3),
  missing: common.count.nullable(),
  missing_class: amountClass("missing people", "deaths", 0),
  houses_destroyed: common.count.nullable(),
  houses_destroyed_class: amountClass("houses destroyed"),
  houses_damaged: common.count.nullable(),
  houses_damaged_class: amountClass("houses damaged", "deaths", 3),
  damage_million_usd: z.number().min(0).nullable(),
  damage_million_usd_class: amountClass("damage in US dollars", "damage_million_usd", 3),
  sources: z.array(ImpactSource),
});

const tsunamiFlagOrNull = described("tsunamiFlagOrNull", tsunamiFlag.nullable());

export const Tsunami = object("Tsunami", {
  flag: tsunamiFlagOrNull,
  observed: z.boolean().nullable(),
  noaa_event_id: z.int().nullable(),
  max_water_height_m: z.number().nullable(),
});

export const EarthquakeDetail = object("EarthquakeDetail", {
  event_id: common.eventId,
  magnitude: common.magnitudeOrNull,
  depth_km: common.depthOrNull,
  latitude: common.latitudeOrNull,
  longitude: common.longitudeOrNull,
  place_description: common.placeDescription,
  occurred_at: common.occurredAtOfAnyAge,
  alert_level: alertLevel,
  tsunami_flag: tsunamiFlagOrNull,
  slug: common.eventSlug,
  name: common.name.nullable(),
  other_names: z.array(common.name),
  aliases: z.array(common.name),
  magnitude_type: magnitudeTypeOrNull,
  status: common.name.nullable(),
  updated_at: common.dateTime.nullable(),
  occurred_at_precision: common.precision,
  old_style_date: z.string().nullable(),
  depth_fixed: z.boolean().nullable(),
  sources: z.array(EventSource),
  quality: Quality,
  other_solutions: z.array(OtherSolution),
  mechanisms: z.array(Mechanism),
  intensity_contours: z.array(IntensityContour),
  impact: Impact,
  tsunami: Tsunami,
  country: EventCountry.nullable(),
  plate: EventPlate.nullable(),
  historical_neighbours: historicalNeighboursOrNull,
});
export type EarthquakeDetail = z.infer<typeof EarthquakeDetail>;
