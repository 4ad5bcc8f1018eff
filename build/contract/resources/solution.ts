import { z } from "zod";
import { dateTime, depthOrNull, latitude, latitudeOrNull, longitude, longitudeOrNull, magnitudeOrNull, name } from "./common.ts";

function positive(description: string, example: number | null) {
  return z
    .number()
    .min(0)
    .nullable()
    .meta({ description, examples: [example] });
}

function degrees(description: string, low: number, high: number, example: number) {
  return z
    .number()
    .min(low)
    .max(high)
    .meta({ description, examples: [example] });
}

export const Quality = z
  .strictObject({
    station_count: positive("Stations that were used to locate it.", 84),
    phase_count: positive("Phases that were used to locate it.", 104),
    azimuthal_gap_deg: positive("Largest angle between neighbouring stations as seen from the epicentre, degrees.", 15),
    nearest_station_deg: positive("Distance of the nearest station, degrees (1° is about 111.2 km).", 0.48),
    rms_s: positive("Root mean square of the residuals of travel times, seconds.", 0.76),
    time_error_s: positive("Error of the origin time, seconds.", 1.8),
    horizontal_error_km: positive("Error of the position, km.", 6.3),
    depth_error_km: positive("Error of the depth, km.", 1.7),
    depth_type: name.nullable().meta({
      description: "How the depth was determined, in the words of QuakeML, such as `from location` or `operator assigned`.",
      examples: ["from location"],
    }),
    magnitude_error: positive("Error of the magnitude.", 0.048),
    magnitude_station_count: positive("Stations that were used for the magnitude.", 41),
  })
  .meta({
    description:
      "How well the preferred solution is determined, as its agency states: errors are its standard errors. What the feed or the " +
      "detail does not state is null.",
  });

export const OtherSolution = z
  .strictObject({
    agency: name.meta({ description: "Who publishes it.", examples: ["usgs"] }),
    contributor: name.nullable().meta({ description: "The network that made it; null if it is the agency.", examples: ["gcmt"] }),
    id: name.meta({ description: "Its identifier there.", examples: ["gcmtC011794B"] }),
    occurred_at: dateTime.nullable().meta({ description: "Origin time, UTC.", examples: ["1994-01-17T12:30:55.390Z"] }),
    latitude: latitudeOrNull,
    longitude: longitudeOrNull,
    depth_km: depthOrNull,
    magnitude: magnitudeOrNull,
    magnitude_type: name.nullable().meta({ description: "Method of the magnitude.", examples: ["mww"] }),
  })
  .meta({ description: "Another hypocentre of the same earthquake. Solutions are never mixed." });

const NodalPlane = z
  .strictObject({
    strike: degrees("Strike, degrees east of north.", 0, 360, 203),
    dip: degrees("Dip to the right of the strike, degrees.", 0, 90, 10),
    rake: degrees("Rake of the slip of the hanging wall, degrees.", -180, 180, 88),
  })
  .meta({ description: "A nodal plane (Aki & Richards)." });

const Axis = z
  .strictObject({
    azimuth: degrees("Azimuth, degrees east of north.", 0, 360, 295),
    plunge: degrees("Plunge below the horizontal, degrees.", 0, 90, 55),
    value_nm: z
      .number()
      .nullable()
      .meta({ description: "Eigenvalue, newton metres; null where there is no tensor.", examples: [5.305e22] }),
  })
  .meta({ description: "A principal axis." });

const element = (what: string, example: number) => z.number().meta({ description: `${what}, newton metres.`, examples: [example] });

export const Mechanism = z
  .strictObject({
    kind: z.enum(["moment-tensor", "focal-mechanism"]).meta({
      description: "`moment-tensor`, or `focal-mechanism` where only planes were determined, from first motions.",
      examples: ["moment-tensor"],
    }),
    contributor: name.meta({ description: "The network that made it.", examples: ["gcmt"] }),
    id: name.meta({ description: "Its identifier there.", examples: ["us_2000ar20_mww"] }),
    updated_at: dateTime.meta({ description: "When it was last changed, UTC.", examples: ["2018-02-07T01:31:51.797Z"] }),
    review_status: name.nullable().meta({ description: "`automatic` or `reviewed`; null where not stated.", examples: ["reviewed"] }),
    magnitude: magnitudeOrNull,
    magnitude_type: name.nullable().meta({ description: "Method of this magnitude.", examples: ["Mww"] }),
    depth_km: depthOrNull,
    scalar_moment_nm: positive("Scalar moment, newton metres; null where not stated.", 5.312e22),
    double_couple_share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description: "Share of the double couple, 0 to 1: 1 - 2|ε|. As stated, otherwise computed from the tensor.",
        examples: [0.99],
      }),
    duration_s: positive("Duration of the source, seconds; null where not stated.", 140),
    tensor: z
      .strictObject({
        mrr: element("Up, up", 1.73e22),
        mtt: element("South, south", -2.81e21),
        mpp: element("East, east", -1.45e22),
        mrt: element("Up, south", 2.12e22),
        mrp: element("Up, east", 4.55e22),
        mtp: element("South, east", -6.57e21),
      })
      .nullable()
      .meta({ description: "The moment tensor; null where only planes were determined." }),
    nodal_planes: z.array(NodalPlane).length(2).meta({
      description: "The two nodal planes: one is the fault. As stated, otherwise computed from the tensor.",
    }),
    t_axis: Axis.meta({ description: "Axis of least pressure. As stated, otherwise computed, as the next two." }),
    n_axis: Axis.meta({ description: "Null axis." }),
    p_axis: Axis.meta({ description: "Axis of greatest pressure." }),
    computed: z.array(z.enum(["double_couple_share", "nodal_planes", "axes"])).meta({
      description: "Which values were computed here.",
      examples: [["axes"]],
    }),
  })
  .meta({ description: "How the fault moved: a moment tensor, or nodal planes." });
export type Mechanism = z.infer<typeof Mechanism>;

export const IntensityContour = z
  .strictObject({
    intensity: z
      .int()
      .min(1)
      .max(12)
      .meta({ description: "Modified Mercalli intensity.", examples: [6] }),
    lines: z.array(z.array(z.tuple([longitude, latitude]))).meta({
      description: "Lines of longitude and latitude, degrees, as in a GeoJSON MultiLineString; to a hundredth of a degree.",
      examples: [
        [
          [
            [121.5, 24],
            [121.7, 24.2],
            [121.6, 24.4],
          ],
        ],
      ],
    }),
  })
  .meta({ description: "Where ShakeMap estimates this intensity." });
