import * as z from "zod";
import { BOUNDARY_CLASSES, BOUNDARY_TYPES } from "../texts/vocabulary.ts";
import * as common from "./common.ts";
import { described, object } from "./common.ts";
import { alertLevel, tsunamiFlag } from "./earthquake.ts";

const featureCollectionType = described("featureCollectionType", z.literal("FeatureCollection"));
const featureType = described("featureType", z.literal("Feature"));

export const EarthquakeFeature = object("EarthquakeFeature", {
  type: featureType,
  id: common.eventId,
  geometry: object("EarthquakeFeature.geometry", {
    type: z.literal("Point"),
    coordinates: z.tuple([common.longitude, common.latitude, common.depth]),
  }),
  properties: object("EarthquakeFeature.properties", {
    event_id: common.eventId,
    magnitude: common.knownMagnitude,
    place_description: common.placeDescription,
    occurred_at: common.occurredAt,
    alert_level: alertLevel,
    tsunami_flag: tsunamiFlag,
    slug: common.eventSlug,
    title: z.string(),
    id: common.eventId,
    mag: common.knownMagnitude,
    place: common.placeDescription,
    time: z.int(),
  }),
});

export const LiveFeed = object("LiveFeed", {
  type: featureCollectionType,
  features: z.array(EarthquakeFeature),
  covered_from: common.coveredFromOrNull,
});
export type LiveFeed = z.infer<typeof LiveFeed>;

const plateCode = z.string().length(2);

export const BoundaryFeature = object("BoundaryFeature", {
  type: featureType,
  id: z.int().positive(),
  geometry: object("BoundaryFeature.geometry", {
    type: z.literal("LineString"),
    coordinates: z.array(z.tuple([common.longitude, common.latitude])).min(2),
  }),
  properties: object("BoundaryFeature.properties", {
    name: common.name,
    plate_a: plateCode,
    plate_b: plateCode,
    plates: z.array(common.slug).length(2),
    type: z.enum(BOUNDARY_TYPES),
    class: z.enum(BOUNDARY_CLASSES).nullable(),
    accuracy: z.enum(["schematic", "measured"]),
  }),
});

export const PlateBoundaries = object("PlateBoundaries", {
  type: featureCollectionType,
  features: z.array(BoundaryFeature),
});
export type PlateBoundaries = z.infer<typeof PlateBoundaries>;
