import { z } from "zod";
import { BOUNDARY_CLASSES, BOUNDARY_TYPES } from "../texts/vocabulary.ts";
import {
  coveredFromOrNull,
  depth,
  eventId,
  eventSlug,
  knownMagnitude,
  latitude,
  longitude,
  name,
  occurredAt,
  placeDescription,
  slug,
} from "./common.ts";
import { alertLevel, tsunamiFlag } from "./earthquake.ts";

const featureCollectionType = z.literal("FeatureCollection").meta({ description: "Always `FeatureCollection`." });
const featureType = z.literal("Feature").meta({ description: "Always `Feature`." });

export const EarthquakeFeature = z
  .strictObject({
    type: featureType,
    id: eventId,
    geometry: z
      .strictObject({
        type: z.literal("Point").meta({ description: "Always `Point`." }),
        coordinates: z.tuple([longitude, latitude, depth]).meta({
          description:
            "Longitude and latitude in degrees; depth in kilometres, positive down, as the USGS has it (RFC 7946 would " +
            "have a height in metres).",
          examples: [[121.653, 24.1737, 10.64]],
        }),
      })
      .meta({ description: "The hypocentre." }),
    properties: z
      .strictObject({
        event_id: eventId,
        magnitude: knownMagnitude,
        place_description: placeDescription,
        occurred_at: occurredAt,
        alert_level: alertLevel,
        tsunami_flag: tsunamiFlag,
        slug: eventSlug,
        title: z.string().meta({
          description: "Magnitude, rounded to one decimal, and place, as the USGS's feeds have them.",
          examples: ["M 6.4 - 22km NNE of Hualian, Taiwan"],
        }),
        id: eventId.meta({ description: "The same as `event_id`, under the name that map libraries read." }),
        mag: knownMagnitude.meta({ description: "The same as `magnitude`, under the name that the USGS's feeds use." }),
        place: placeDescription.meta({ description: "The same as `place_description`, under the name that the USGS's feeds use." }),
        time: z.int().meta({
          description: "The same as `occurred_at`, in milliseconds since 1970, as the USGS's feeds have it.",
          examples: [1517932243130],
        }),
      })
      .meta({ description: "The earthquake, apart from its position." }),
  })
  .meta({ description: "An earthquake as a GeoJSON feature." });

export const LiveFeed = z
  .strictObject({
    type: featureCollectionType,
    features: z.array(EarthquakeFeature).meta({ description: "All earthquakes of the window, newest first." }),
    covered_from: coveredFromOrNull,
  })
  .meta({
    description:
      "GeoJSON of the earthquakes of a window, all magnitudes: RFC 7946, but for the third coordinate, which is the " +
      "depth in kilometres, positive down, as in the USGS's feeds, and not a height in metres.",
  });
export type LiveFeed = z.infer<typeof LiveFeed>;

const plateCode = z.string().length(2);

export const BoundaryFeature = z
  .strictObject({
    type: featureType,
    id: z
      .int()
      .positive()
      .meta({ description: "Number of the piece, from 1. It stays while the boundaries keep their source.", examples: [129] }),
    geometry: z
      .strictObject({
        type: z.literal("LineString").meta({ description: "Always `LineString`." }),
        coordinates: z
          .array(z.tuple([longitude, latitude]))
          .min(2)
          .meta({
            description: "Longitude and latitude in degrees, point after point. A line never crosses the antimeridian.",
            examples: [
              [
                [122.2, 24],
                [123.3, 23.2],
              ],
            ],
          }),
      })
      .meta({ description: "The line." }),
    properties: z
      .strictObject({
        name: name.meta({
          description:
            "The codes of the two plates; between them `/` where the right one is marked as going down under the left " +
            "one, `\\` where the left one is, otherwise `-`.",
          examples: ["ON-PS"],
        }),
        plate_a: plateCode.meta({ description: "Code of the plate on the left, walking along the line.", examples: ["ON"] }),
        plate_b: plateCode.meta({ description: "Code of the plate on the right.", examples: ["PS"] }),
        plates: z
          .array(slug)
          .length(2)
          .meta({ description: "Slugs of the two plates, in the same order.", examples: [["okinawa", "philippine-sea"]] }),
        type: z.enum(BOUNDARY_TYPES).meta({ description: "How the plates move against each other.", examples: ["convergent"] }),
        class: z
          .enum(BOUNDARY_CLASSES)
          .nullable()
          .meta({
            description:
              "Class after Bird (2003): OSR oceanic spreading ridge, OTF oceanic transform fault, OCB oceanic " +
              "convergent boundary, CRB continental rift, CTF continental transform fault, CCB continental convergent " +
              "boundary, SUB subduction zone; null where it is not known.",
            examples: ["SUB"],
          }),
        accuracy: z.enum(["schematic", "measured"]).meta({
          description: "`schematic`: drawn for overview maps, up to some hundred kilometres off. `measured`: digitised.",
          examples: ["schematic"],
        }),
      })
      .meta({ description: "Which boundary it is." }),
  })
  .meta({ description: "A piece of a plate boundary as a GeoJSON feature." });

export const PlateBoundaries = z
  .strictObject({
    type: featureCollectionType,
    features: z.array(BoundaryFeature).meta({ description: "Pieces of boundaries; a boundary may have several." }),
  })
  .meta({ description: "GeoJSON (RFC 7946) of the boundaries of the tectonic plates." });
export type PlateBoundaries = z.infer<typeof PlateBoundaries>;
