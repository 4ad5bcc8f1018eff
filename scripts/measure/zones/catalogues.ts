import { readFileSync } from "node:fs";
import { join } from "node:path";
import { historicalRecords } from "../../../build/agencies/noaa/record.ts";
import { readNoaa } from "../../../build/agencies/noaa/tables.ts";
import { readPlateFile } from "../../../build/agencies/plates/plates.ts";
import { NO_PLATES, type PlatesState } from "../../../build/agencies/plates/state.ts";
import { assembleCatalogue, type CatalogueInput } from "../../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../../build/catalogue/catalogue.ts";
import type { Locators } from "../../../build/catalogue/event.ts";
import type { Archive } from "../../../build/catalogue/tally/archive.ts";
import { loadGeography } from "../../../build/pipeline/load/geography.ts";
import { embeddedNotable, embeddedUsgs } from "../../../build/pipeline/load/inputs.ts";
import { NO_CELLS } from "../../../build/store/derive.ts";
import { type ReportedEvent, UNREPORTED } from "../../../build/store/records.ts";
import { type Row, unionOf } from "../archive/union.ts";
import { NO_CAPTURE } from "../location/no-capture.ts";

/** The captures of all that the USGS had worldwide of magnitude 4.5 and more, and the span that they cover together. */
const WORLD = { files: /m4\.5-world/, from: Date.UTC(2012, 10, 29), to: Date.UTC(2017, 11, 6), magnitude: 4.5 };

/** The catalogue of the embedded data alone. */
export async function embeddedCatalogue(): Promise<Catalogue> {
  return assemble({ ...loadGeography(), historical: embeddedNotable() });
}

/**
 * The catalogue with NOAA's table and Bird's plates, without and with an archive of some years.
 *
 * @param corpus folder that has noaa, plates and usgs
 */
export async function corpusCatalogues(corpus: string): Promise<{ without: Catalogue; archived: Catalogue }> {
  const table = "noaa/hazel-earthquakes-2026-03.tsv";
  const { rows } = readNoaa(readFileSync(join(corpus, table)), table);
  const input = { ...loadGeography({ plates: birdModel(corpus) }), historical: historicalRecords(rows, []).records };
  return {
    without: await assemble(input),
    archived: await assemble({ ...input, archive: archiveOf(join(corpus, "usgs"), input.locate) }),
  };
}

async function assemble(input: Omit<CatalogueInput, "asOf" | "live" | "sources" | "leftOut">): Promise<Catalogue> {
  const { capture, events, withdrawn } = embeddedUsgs();
  const live = [{ agency: "usgs", events, withdrawn }];
  return assembleCatalogue({ ...input, asOf: capture.generated, live, sources: [], leftOut: {} });
}

function birdModel(corpus: string): PlatesState {
  let state = NO_PLATES;
  for (const path of ["PB2002_boundaries.dig.txt", "PB2002_plates.dig.txt", "PB2002_steps.dat.txt"]) {
    const file = readPlateFile(readFileSync(join(corpus, "plates/original", path)), path);
    if (file.kind === "boundaries") state = { ...state, boundaries: { capture: NO_CAPTURE, lines: file.lines } };
    if (file.kind === "plates") state = { ...state, plates: { capture: NO_CAPTURE, plates: file.plates } };
    if (file.kind === "steps") state = { ...state, steps: { capture: NO_CAPTURE, steps: file.steps } };
  }
  return state;
}

function archiveOf(folder: string, locate: Locators): Archive {
  const events = [...unionOf(folder, (file) => WORLD.files.test(file)).rows.values()].map(liveEvent);
  const part = { key: "world", span: null, events: () => events };
  return { agency: "usgs", parts: [part], complete: WORLD, derive: NO_CELLS, locate };
}

function liveEvent({ mag, magType, ...row }: Row): ReportedEvent {
  return { ...UNREPORTED, ...row, agency: "usgs", url: null, magnitude: mag, magnitudeType: magType };
}
