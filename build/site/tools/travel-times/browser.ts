import type { Earthquake } from "../../../contract/resources/resources.ts";
import { tryToReadJson } from "../../client/page-data.ts";
import { quakeOfRecord } from "../../map/quake.ts";
import { LARGEST, offerExamples, offerPlaces } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { travelTimesTool } from "./tool.ts";

/** Seismographs worldwide record earthquakes of magnitude 5 and more. */
const PATH = `${LARGEST}&min_mag=5`;

/** Maximum number of traces. More would hide each other. */
const RECORDED = 14;

const [, depth] = travelTimesTool.fields;
const running = runTool(travelTimesTool);
void offerPlaces(running);
void offerExamples(travelTimesTool.fields, running, {
  path: PATH,
  values: ({ depth_km }) => ({ depth: Math.min(depth.most, Math.max(0, Math.round(depth_km))) }),
});
void record();

async function record(): Promise<void> {
  const answer = await tryToReadJson<{ earthquakes: Earthquake[] }>(PATH);
  if (!answer) return;
  running.setData(answer.earthquakes.slice(0, RECORDED).map(quakeOfRecord));
}
