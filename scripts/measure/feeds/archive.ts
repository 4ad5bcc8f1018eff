import { join } from "node:path";
import { openArchive } from "../../../build/agencies/usgs/archive.ts";
import { mergeIntoStore } from "../../../build/agencies/usgs/holdings.ts";
import { writeUsgsState } from "../../../build/agencies/usgs/state.ts";
import { embeddedUsgs } from "../../../build/pipeline/load/embedded.ts";
import { UNREPORTED, type UsgsEvent } from "../../../build/store/records.ts";
import { type Row, unionOf, untilWhen } from "../archive/union.ts";

/**
 * Makes a store of every event of the USGS in a folder of captures.
 *
 * @param corpus folder with the folder `usgs`
 * @param dir folder of the store
 * @returns how many events it has
 */
export async function storeOf(corpus: string, dir: string): Promise<number> {
  const usgs = join(corpus, "usgs");
  const until = untilWhen(usgs);
  const rows = [...unionOf(usgs).rows.values()].filter(({ time, mag }) => time <= until && mag !== null);
  const events = rows.map(agencyEvent);
  const nothing = { events: [], withdrawn: [], archive: undefined };
  const { held } = await mergeIntoStore(nothing, { events, withdrawn: [] }, openArchive(dir));
  const state = await embeddedUsgs();
  const capture = { ...state.capture, generated: until };
  const covers = { from: until - MONTH_MS, to: until };
  await writeUsgsState(dir, { ...state, ...held, events: [...held.events], withdrawn: [], capture, covers });
  return held.events.length + (held.archive?.segments ?? []).reduce((sum, { events: count }) => sum + count, 0);
}

const MONTH_MS = 30 * 86_400_000;

function agencyEvent({ mag, magType, status, ...row }: Row): UsgsEvent {
  const { id, ids, time, updated, latitude, longitude, depthKm, place, type } = row;
  return {
    ...UNREPORTED,
    agency: "usgs",
    id,
    ids: ids.toSorted(),
    url: null,
    time,
    updated,
    latitude,
    longitude,
    depthKm,
    magnitude: mag,
    magnitudeType: magType,
    place,
    type,
    status: status ?? "reviewed",
  };
}
