import type { FdsnState } from "../../agencies/fdsn/state.ts";
import type { UsgsState } from "../../agencies/usgs/state.ts";
import { assembleCatalogue } from "../../catalogue/assemble.ts";
import type { Catalogue, DataSource } from "../../catalogue/catalogue.ts";
import type { WholeInput } from "../../data-files/by-year.ts";
import { eventAgencies, type FeedInput } from "../../data-files/feeds/select.ts";
import type { ArchiveInput } from "../../fdsn/archive/make.ts";
import type { UsgsEvent } from "../../store/records.ts";
import { fdsnDataSource } from "./fdsn-data.ts";
import { type Geography, type GeographyFor, rememberPlaces } from "./geography.ts";
import { asOf, type BuildInputs, buildInputs, type InputOptions, inOrder, leftOutOf, liveAgencies } from "./inputs.ts";
import { archiveOf, feedInput, recentSince, servedEvents, servedReports } from "./served-reports.ts";

export interface LoadedCatalogue extends Pick<BuildInputs, "from" | "derive"> {
  catalogue: Catalogue;
  /** The input of the USGS feeds, if the store has it. */
  feeds: FeedInput<UsgsEvent> | undefined;
  /** The input of the files with all earthquakes, if the store has an archive. */
  whole: WholeInput | undefined;
  /** The input of the FDSN event service, if the store has recent events. */
  events: ArchiveInput | undefined;
}

/**
 * Loads the catalogue of a store, or of the embedded data, as of the newest time that an agency states.
 *
 * @param unanswerable ids of events to leave out
 * @throws UserError for a store or data file that is missing or malformed
 */
export async function loadCatalogue(
  options: InputOptions,
  geographyFor: GeographyFor,
  unanswerable?: ReadonlySet<string>,
): Promise<LoadedCatalogue> {
  const inputs = await buildInputs(options);
  const geography = geographyFor(inputs.plates, inputs.derive);
  const { from, derive } = inputs;
  const archive = inputs.archive && { ...inputs.archive, locate: geography.locate };
  const locate = rememberPlaces(geography, derive);
  const catalogue = assembleCatalogue({
    ...geography,
    locate,
    asOf: asOf(inputs),
    live: liveAgencies(inputs),
    archive,
    historical: inputs.historical,
    sources: dataSources(inputs, geography),
    leftOut: leftOutOf(inputs),
    recentSince: inputs.usgs ? recentSince(inputs.usgs) : inputs.others[0]?.covers.from,
    sample: inputs.isSample ? inputs.usgs?.covers : undefined,
    unanswerable,
  });
  const served = { asOf: catalogue.asOf, unanswerable, locate };
  const live = servedReports(inputs, served);
  const events = live && archiveOf(inputs, live, archive?.parts ?? [], { locate, version: geography.version });
  const feeds = live && feedInput(inputs, live, catalogue.asOf, eventAgencies(catalogue.sources));
  const whole = archive && inputs.usgs && { archive, live: servedEvents(inputs.usgs, served), locate, version: geography.version, derive };
  return { catalogue, from, derive, feeds, whole, events };
}

/** The sources with their descriptions for answers and pages. */
export function dataSources(
  inputs: BuildInputs,
  { countries, plateSources, glossary }: Pick<Geography, "countries" | "plateSources" | "glossary">,
): DataSource[] {
  const { noaa, historical } = inputs;
  const own = historical.filter(({ agency }) => agency === "notable").length;
  return [
    ...inOrder(inputs).map((state) => (state.agency === "usgs" ? usgsSource(state as UsgsState) : fdsnDataSource(state as FdsnState))),
    ...(noaa ? [noaaSource(historical.length - own)] : []),
    notableSource(own, noaa ? "common names, and earthquakes that NOAA does not list" : "notable historical earthquakes"),
    {
      ...TIMELESS,
      id: "countries",
      name: "world-countries and Natural Earth",
      provides: "countries and their outlines",
      records: countries.length,
      licence: "ODbL-1.0 (facts), public domain (outlines)",
      attribution: "Country facts: world-countries by Mohammed Le Doze and contributors. Outlines: made with Natural Earth.",
      url: "https://www.naturalearthdata.com/",
    },
    ...plateSources,
    {
      ...TIMELESS,
      id: "glossary",
      name: "Quaketree's glossary",
      provides: "glossary terms",
      records: glossary.length,
      licence: "MIT",
      attribution: "Written by the Quaketree founders.",
    },
  ];
}

/** Common fields of sources that are corrected occasionally and do not age. */
const TIMELESS = { asOf: null, covers: null, url: "/docs/#sources" };

function usgsSource({ capture, covers, events }: UsgsState): DataSource {
  return {
    id: "usgs",
    name: "USGS",
    provides: "recent events",
    asOf: capture.generated,
    covers,
    records: events.length,
    licence: "Public domain",
    attribution: "Data courtesy of the U.S. Geological Survey, Earthquake Hazards Program.",
    url: "https://earthquake.usgs.gov/",
  };
}

function noaaSource(records: number): DataSource {
  return {
    id: "noaa",
    name: "NOAA NCEI",
    provides: "significant earthquakes of all times, their losses and tsunamis",
    // NOAA does not state the age of its tables, and the local clock is never part of an answer.
    asOf: null,
    covers: null,
    records,
    licence: "Public domain",
    attribution:
      "NOAA National Centers for Environmental Information, NGDC/WDS: Global Significant Earthquake Database, " +
      "doi:10.7289/V5TD9V7K, and Global Historical Tsunami Database, doi:10.7289/V5PN93H7.",
    url: "https://www.ngdc.noaa.gov/hazel/view/hazards/earthquake/search",
  };
}

function notableSource(records: number, provides: string): DataSource {
  return {
    ...TIMELESS,
    id: "notable",
    name: "Quaketree's table of notable earthquakes",
    provides,
    records,
    licence: "MIT",
    attribution: "Compiled by the Quaketree founders from general knowledge and checked against NOAA's catalogue.",
  };
}
