import { z } from "zod";
import { BOUNDARY_CLASSES, BOUNDARY_TYPES } from "../texts/vocabulary.ts";
import {
  coveredFromOrNull,
  depth,
  described,
  eventId,
  eventSlug,
  knownMagnitude,
  latitude,
  longitude,
  name,
  object,
  occurredAt,
  placeDescription,
  slug,
} from "./common.ts";
import { alertLevel, tsunamiFlag } from "./earthquake.ts";

const featureCollectionType = described("featureCollectionType", z.literal("FeatureCollection"));
const featureType = described("featureType", z.literal("Feature"));

export const EarthquakeFeature = object("EarthquakeFeature", {
  type: featureType,
  id: eventId,
  geometry: object("EarthquakeFeature.geometry", {
    type: z.literal("Point"),
    coordinates: z.tuple([longitude, latitude, depth]),
  }),
  properties: object("EarthquakeFeature.properties", {
    event_id: eventId,
    magnitude: knownMagnitude,
    place_description: placeDescription,
    occurred_at: occurredAt,
    alert_level: alertLevel,
    tsunami_flag: tsunamiFlag,
    slug: eventSlug,
    title: z.string(),
    id: eventId,
    mag: knownMagnitude,
    place: placeDescription,
    time: z.int(),
  }),
});

export const LiveFeed = object("LiveFeed", {
  type: featureCollectionType,
  features: z.array(EarthquakeFeature),
  covered_from: coveredFromOrNull,
});
export type LiveFeed = z.infer<typeof LiveFeed>;

const plateCode = z.string().length(2);

export const BoundaryFeature = object("BoundaryFeature", {
  type: featureType,
  id: z.int().positive(),
  geometry: object("BoundaryFeature.geometry", {
    type: z.literal("LineString"),
    coordinates: z.array(z.tuple([longitude, latitude])).min(2),
  }),
  properties: object("BoundaryFeature.properties", {
    name,
    plate_a: plateCode,
    plate_b: plateCode,
    plates: z.array(slug).length(2),
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
