import { z } from "zod";
import { agencyUrl, continent, distance, iso2, name, seismicZone, slug } from "./common.ts";

export const EventSource = z
  .strictObject({
    agency: name.meta({ description: "Who reports it.", examples: ["usgs"] }),
    id: name.meta({ description: "The agency's identifier.", examples: ["us1000chhc"] }),
    url: agencyUrl.nullable().meta({
      description: "The agency's page of the event; null where there is none.",
      examples: ["https://earthquake.usgs.gov/earthquakes/eventpage/us1000chhc"],
    }),
  })
  .meta({ description: "An agency's record of the earthquake." });

export const EventCountry = z
  .strictObject({
    name: name.meta({ description: "Name in English.", examples: ["Taiwan"] }),
    iso2,
    slug: slug.meta({ description: "Last part of the address of the country's profile.", examples: ["taiwan"] }),
    seismic_zone: seismicZone,
    continent,
    relation: z.enum(["inside", "offshore"]).meta({
      description: "`inside`: the epicentre lies in the country. `offshore`: in the sea, and no coast is nearer.",
      examples: ["offshore"],
    }),
    distance_km: distance.nullable().meta({
      description:
        "Kilometres from the epicentre to the country; 0 inside; null where the source of a historical earthquake names the country.",
      examples: [0.2],
    }),
  })
  .meta({ description: "The country in or off which the earthquake was." });

export const EventPlate = z
  .strictObject({
    name: name.meta({ description: "Name of the plate.", examples: ["Yangtze"] }),
    slug: slug.meta({ description: "Last part of the address of the plate's record.", examples: ["yangtze"] }),
    code: z
      .string()
      .length(2)
      .meta({ description: "Code of the plate in Bird's model PB2002.", examples: ["YA"] }),
    boundary_distance_km: distance.meta({
      description: "Kilometres from the epicentre to the plate's nearest boundary.",
      examples: [33.2],
    }),
  })
  .meta({ description: "The tectonic plate in which the earthquake was." });
