import { existsSync } from "node:fs";
import { fdsnDataSource } from "../agencies/fdsn-data.ts";
import type { FdsnState } from "../agencies/fdsn-state.ts";
import type { PlatesState } from "../agencies/plates-state.ts";
import type { HistoricalRecord, LeftOut, LiveEvent } from "../agencies/records.ts";
import type { UsgsState } from "../agencies/state.ts";
import { readStore } from "../agencies/store-contents.ts";
import { archiveEvents, archiveWithdrawals } from "../agencies/usgs-archive.ts";
import { completeSpan } from "../agencies/usgs-complete.ts";
import type { Archive } from "../catalogue/archive.ts";
import type { DataSource } from "../catalogue/catalogue.ts";
import { embeddedNotable, embeddedUsgs } from "../embedded.ts";
import { UserError } from "../error.ts";
import type { World } from "./world.ts";

/** Where `build` looks for a store when it is not told. */
export const DEFAULT_STORE = "data/store";

/** The agencies' part of a build, and which of the two it is. */
export interface BuildInputs {
  from: "store" | "embedded";
  usgs: UsgsState;
  /** What the USGS has reported before, where the store has it. */
  archive?: Archive | undefined;
  historical: readonly HistoricalRecord[];
  /** Agencies of second opinions, in the order in which they are preferred. */
  others?: readonly FdsnState[] | undefined;
  /** Absent where the store has not got them: the embedded ones serve. */
  plates?: PlatesState | undefined;
}

/**
 * The store that is named; without a name `data/store` if it is there, otherwise the embedded data. What the store has
 * not got (the historical catalogue, before NOAA has been ingested) comes from the embedded data.
 *
 * @throws UserError `store-empty` if a store is named, or found, that holds no recent events
 */
export async function buildInputs(store: string | undefined): Promise<BuildInputs> {
  const historical = await embeddedNotable();
  const dir = store ?? (existsSync(DEFAULT_STORE) ? DEFAULT_STORE : undefined);
  if (dir === undefined) return { from: "embedded", usgs: await embeddedUsgs(), historical };
  const { usgs, plates, others } = await readStore(dir);
  if (!usgs) {
    const hint = "run `quaketree ingest` first, or build without --store for the embedded data";
    throw new UserError("store-empty", `the store ${dir} holds no earthquakes`, hint);
  }
  // Also what was withdrawn long ago: its address says so for three months.
  const withdrawn = [...usgs.withdrawn, ...archiveWithdrawals(dir, usgs)];
  return { from: "store", usgs: { ...usgs, withdrawn }, archive: archiveOf(dir, usgs), historical, plates, others };
}

/** The events of the archive and those of the state, which may be too old to be listed. */
function archiveOf(dir: string, state: UsgsState): Archive | undefined {
  if (!state.archive) return undefined;
  function* events(): Generator<LiveEvent> {
    yield* archiveEvents(dir, state);
    yield* state.events;
  }
  return { events, complete: completeSpan(state) };
}

/** What readers could not use, by source. */
export function leftOutOf({ usgs }: BuildInputs): Record<string, LeftOut> {
  return { usgs: usgs.capture.leftOut };
}

/** The sources as answers and pages name them. */
export function dataSources(
  inputs: BuildInputs,
  { countries, plateSources, glossary }: Pick<World, "countries" | "plateSources" | "glossary">,
): DataSource[] {
  const { usgs, historical } = inputs;
  return [
    {
      id: "usgs",
      name: "USGS",
      provides: "recent events",
      asOf: usgs.capture.generated,
      covers: usgs.covers,
      records: usgs.events.length,
      licence: "Public domain",
      attribution: "Data courtesy of the U.S. Geological Survey, Earthquake Hazards Program.",
      url: "https://earthquake.usgs.gov/",
    },
    ...(inputs.others ?? []).map(fdsnDataSource),
    {
      ...TIMELESS,
      id: "notable",
      name: "Quaketree's table of notable earthquakes",
      provides: "notable historical earthquakes",
      records: historical.length,
      licence: "MIT",
      attribution: "Compiled by the Quaketree founders from general knowledge.",
    },
    {
      ...TIMELESS,
      id: "countries",
      name: "world-countries and Natural Earth",
      provides: "countries and their outlines",
      records: countries.length,
      licence: "ODbL-1.0 (facts), public domain (outlines)",
      attribution:
        "Country facts: world-countries by Mohammed Le Doze and contributors. Outlines: made with Natural Earth.",
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

/** Parts that are corrected now and then but do not age. */
const TIMELESS = { asOf: null, covers: null, url: "/docs/#sources" };
