import { dataOfPage, tryToReadJson } from "../../client/page-data.ts";
import { isFrameAsBuilt, offerPlaces } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { type BoundaryLine, type MotionData, plateMotionTool } from "./tool.ts";

/** The part of `/api/plate-boundaries/` that the tool uses. */
interface Boundaries {
  features: readonly {
    geometry: { coordinates: [number, number][] };
    properties: { plate_a: string; plate_b: string };
  }[];
}

const seed = dataOfPage("seed") as MotionData;
const running = runTool(plateMotionTool(seed));
void offerPlaces(running);
const answer = isFrameAsBuilt() ? undefined : await tryToReadJson<Boundaries>("/api/plate-boundaries/");
if (answer) running.setData({ ...seed, lines: answer.features.map(lineOf), whole: true });

function lineOf({ geometry, properties }: Boundaries["features"][number]): BoundaryLine {
  return { plates: [properties.plate_a, properties.plate_b], line: geometry.coordinates };
}
