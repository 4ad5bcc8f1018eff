import { z } from "zod";
import { ALERT_LEVELS, OTHER_INTENSITY_SCALES } from "../texts/vocabulary.ts";
import { classList, IMPACT_FIGURES, IMPACT_KINDS, IMPACT_PRODUCT_IDS, type ImpactFigure } from "../wire/impact.ts";
import {
  agencyUrl,
  count,
  dateTime,
  depthOrNull,
  eventId,
  eventSlug,
  latitudeOrNull,
  longitudeOrNull,
  magnitudeOrNull,
  name,
  occurredAtOfAnyAge,
  placeDescription,
  precision,
} from "./common.ts";
import { alertLevel, historicalNeighboursOrNull, tsunamiFlag } from "./earthquake.ts";
import { EventCountry, EventPlate, EventSource } from "./event-parts.ts";
import { IntensityContour, Mechanism, OtherSolution, Quality } from "./solution.ts";

function figure(what: string, example: number) {
  return count.nullable().meta({ description: `${what}; null where no figure is known.`, examples: [example] });
}

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

export const magnitudeTypeOrNull = name.nullable().meta({
  description: "Method of the magnitude, such as `mww` or `ml`; null where it is not known.",
  examples: ["mww"],
});

export const deathsOrNull = count.nullable().meta({ description: "People killed; null where no figure is known.", examples: [17] });

export const ImpactSource = z
  .strictObject({
    figure: z.enum(IMPACT_FIGURES).meta({
      description: "The field that this is about: of `impact`, or `alert_level` of the event.",
      examples: ["max_intensity_estimated"],
    }),
    value: z
      .union([z.number(), z.enum(ALERT_LEVELS)])
      .nullable()
      .meta({ description: "What it says; null where it gives a class only.", examples: [8.539] }),
    kind: z.enum(IMPACT_KINDS).meta({
      description:
        "How it was got. `counted`: felt reports, and losses that are not round. `observed`: an intensity from reports. " +
        "`estimated`: by a model, or a loss of 1,000 and more that is a multiple of 100, and damage in money; no source says how it " +
        "got it. `class`: only the order of magnitude is known.",
      examples: ["estimated"],
    }),
    class_words: name.nullable().meta({
      description: "The class in words, where only that is known; null where there is a figure.",
      examples: ["few (about 1–50)"],
    }),
    agency: name.meta({ description: "Who says it.", examples: ["usgs"] }),
    product: z
      .enum(IMPACT_PRODUCT_IDS)
      .nullable()
      .meta({
        description:
          "In which of the agency's products: `losspager` (PAGER), `dyfi` (Did You Feel It?), `shakemap`. Of NOAA's " +
          "losses, `earthquake` where they are those of the earthquake as NOAA counts them, `total` with its tsunami, " +
          "fires and landslides. Null where it stands in none, or which is not known.",
        examples: ["shakemap"],
      }),
    contributor: name.nullable().meta({
      description: "The network that made the product, such as `us`, `nc` or `atlas`; null where not known.",
      examples: ["atlas"],
    }),
    updated_at: dateTime.nullable().meta({
      description: "When the product was last changed, UTC; null where not known.",
      examples: ["2020-07-07T22:46:36.674Z"],
    }),
    url: agencyUrl.nullable().meta({
      description: "The agency's page of the event; null for the project's own table, whose sources `deaths_said` names.",
      examples: ["https://earthquake.usgs.gov/earthquakes/eventpage/us1000chhc"],
    }),
  })
  .meta({ description: "Who says a figure of the impact, in which product, and as of when." });
export type ImpactSource = z.infer<typeof ImpactSource>;

const DeathFigure = z
  .strictObject({
    low: count.meta({ description: "The number, or the lowest.", examples: [13162] }),
    high: count.meta({ description: "The same number, or the highest.", examples: [13162] }),
    kind: z.enum(["counted", "estimated", "range"]).meta({
      description: "`counted`, `estimated` (1,000 and more, and a multiple of 100) or `range`.",
      examples: ["counted"],
    }),
    by: name.nullable().meta({ description: "Who says it; null where the source is not known.", examples: ["NOAA NCEI"] }),
    published: name
      .nullable()
      .meta({ description: "Date or year that the source has; null where none is stated.", examples: ["2022-03-01"] }),
    url: agencyUrl.nullable().meta({
      description: "The source, or its page of the event; null where there is no address.",
      examples: ["https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/event-more-info/1"],
    }),
  })
  .meta({ description: "A figure of the dead, as one source has it." });

const intensity = z.number().min(0).max(12).nullable();

export const Impact = z
  .strictObject({
    felt_reports: count
      .nullable()
      .meta({ description: "Felt reports that the agency received; null where it asks for none.", examples: [261] }),
    max_intensity_reported: intensity.meta({
      description: "Largest intensity from felt reports or surveys, on the Modified Mercalli scale; null if unknown.",
      examples: [6.5],
    }),
    max_intensity_estimated: intensity.meta({
      description: "Largest intensity that ShakeMap computed, on the Modified Mercalli scale; null if unknown.",
      examples: [6.7],
    }),
    intensity_other_scale: z
      .strictObject({
        value: z
          .int()
          .min(0)
          .max(12)
          .meta({ description: "The degree.", examples: [11] }),
        scale: z.enum(OTHER_INTENSITY_SCALES).meta({
          description: "The scale: `MCS` (Mercalli–Cancani–Sieberg), `MSK` (MSK-64), `EMS-98`, `JMA` (Shindo, to 7), `CSIS` (Chinese).",
          examples: ["MCS"],
        }),
      })
      .nullable()
      .meta({
        description:
          "Of the project's own table: the largest intensity in another scale than Modified Mercalli; a degree of one " +
          "scale is not that of another. Null for other sources, and where none is known.",
        examples: [null],
      }),
    significance: z
      .int()
      .nullable()
      .meta({
        description:
          "Significance after the USGS, from magnitude, felt reports and estimated impact; negative for the smallest; null if unknown.",
        examples: [800],
      }),
    deaths: deathsOrNull,
    deaths_class: amountClass("deaths"),
    deaths_said: z
      .strictObject({
        low: count.nullable().meta({ description: "The lowest figure.", examples: [4000] }),
        high: count.nullable().meta({ description: "The highest.", examples: [13000] }),
        by: name.meta({ description: "Who says what.", examples: ["5,000 NOAA NCEI; 13,000 Ottoman chroniclers"] }),
        figures: z.array(DeathFigure).meta({ description: "The same, figure by figure; empty where no figure is reliable." }),
      })
      .nullable()
      .meta({
        description:
          "Who says how many were killed, and the range where sources differ. Totals count the lowest. `deaths` is that of the " +
          "project's own table where it has one, or null where it finds no figure reliable; otherwise NOAA's. The table has NOAA's " +
          "before a figure whose source is not known, unless one is more than twice the other. Null where one source alone gives a " +
          "number and does not name its own.",
        examples: [null],
      }),
    injuries: figure("People injured", 285),
    injuries_class: amountClass("injuries", "deaths", 3),
    missing: figure("People missing", 0),
    missing_class: amountClass("missing people", "deaths", 0),
    houses_destroyed: figure("Houses destroyed", 4),
    houses_destroyed_class: amountClass("houses destroyed"),
    houses_damaged: figure("Houses damaged", 175),
    houses_damaged_class: amountClass("houses damaged", "deaths", 3),
    damage_million_usd: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: "Damage in millions of US dollars of the time; null where no figure is known.", examples: [12.5] }),
    damage_million_usd_class: amountClass("damage in US dollars", "damage_million_usd", 3),
    sources: z.array(ImpactSource).meta({
      description:
        "Who says each of the figures that are known. Of each, first the one that is given above, then what others say " +
        "of the same where it is known: figures differ.",
    }),
  })
  .meta({ description: "What the earthquake did. Each loss is a figure, or a class where only its order is known." });

const tsunamiFlagOrNull = tsunamiFlag.nullable().meta({
  description:
    "As in the lists. Null for a historical earthquake without a report of today's networks, of which no catalogue says whether " +
    "there was a tsunami.",
  examples: [false],
});

export const Tsunami = z
  .strictObject({
    flag: tsunamiFlagOrNull,
    observed: z
      .boolean()
      .nullable()
      .meta({ description: "Whether a tsunami was observed; null where no catalogue says.", examples: [null] }),
    noaa_event_id: z
      .int()
      .nullable()
      .meta({ description: "The event in NOAA's tsunami catalogue; null where it has none.", examples: [null] }),
    max_water_height_m: z
      .number()
      .nullable()
      .meta({ description: "Largest height of the water in metres; null where it is not known.", examples: [null] }),
  })
  .meta({ description: "The tsunami, if there was one." });

export const EarthquakeDetail = z
  .strictObject({
    event_id: eventId,
    magnitude: magnitudeOrNull,
    depth_km: depthOrNull,
    latitude: latitudeOrNull,
    longitude: longitudeOrNull,
    place_description: placeDescription,
    occurred_at: occurredAtOfAnyAge,
    alert_level: alertLevel,
    tsunami_flag: tsunamiFlagOrNull,
    slug: eventSlug,
    name: name.nullable().meta({
      description: "What the earthquake is commonly called; null where it has no name of its own.",
      examples: ["Hualien"],
    }),
    other_names: z.array(name).meta({
      description: "What else the earthquake is called: in its own language, by its day, in older books.",
      examples: [["花蓮地震"]],
    }),
    aliases: z.array(name).meta({
      description: "Every other identifier that the earthquake is or was known by. Each of them leads here.",
      examples: [["qt20180206"]],
    }),
    magnitude_type: magnitudeTypeOrNull,
    status: name.nullable().meta({
      description: "How far the agency has got: `automatic` or `reviewed`; null where none says.",
      examples: ["reviewed"],
    }),
    updated_at: dateTime.nullable().meta({
      description: "When an agency last changed anything about the event, UTC; null where none says.",
      examples: ["2018-02-07T01:31:51.797Z"],
    }),
    occurred_at_precision: precision,
    old_style_date: z
      .string()
      .nullable()
      .meta({
        description:
          "The date in the Julian calendar, in which sources give it; `occurred_at` is Gregorian throughout. Null " +
          "where sources give that, or do not say.",
        examples: [null],
      }),
    depth_fixed: z
      .boolean()
      .nullable()
      .meta({
        description:
          "True where the depth is exactly 5, 10, 33 or 35 km, values that agencies put where waves do not determine it. " +
          "False where it has decimals, which a determined depth has. Null for other whole kilometres and without a depth.",
        examples: [false],
      }),
    sources: z.array(EventSource).meta({ description: "The agencies that report it, the preferred one first." }),
    quality: Quality,
    other_solutions: z.array(OtherSolution).meta({ description: "What others determined." }),
    mechanisms: z.array(Mechanism).meta({
      description: "How the fault moved, the preferred one first. Of the USGS's details of large and damaging recent earthquakes.",
    }),
    intensity_contours: z.array(IntensityContour).meta({
      description: "The shaking as ShakeMap estimates it: the preferred ShakeMap's contours of whole degrees from III.",
    }),
    impact: Impact,
    tsunami: Tsunami,
    country: EventCountry.nullable().meta({ description: "The country in or off which the earthquake was; null on the high seas." }),
    plate: EventPlate.nullable().meta({
      description:
        "The tectonic plate in which the earthquake was. Null where the position is not known, and deeper than 70 km: such an " +
        "earthquake is in a slab or below the plate at the surface, not in it.",
    }),
    historical_neighbours: historicalNeighboursOrNull,
  })
  .meta({ description: "Everything that is known of one earthquake. What is not known is null, never filled in." });
export type EarthquakeDetail = z.infer<typeof EarthquakeDetail>;
