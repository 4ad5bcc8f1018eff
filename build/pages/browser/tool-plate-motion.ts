import type { LineOfTool, MotionData } from "../tools/motion-data.ts";
import { plateMotion } from "../tools/plate-motion.ts";
import { dataOfPage } from "./shared/texts.ts";
import { askApi } from "./tools/ask-api.ts";
import { runTool } from "./tools/run.ts";

/** The part of `/api/plate-boundaries/` that the tool uses. */
interface Boundaries {
  features: readonly {
    geometry: { coordinates: [number, number][] };
    properties: { plate_a: string; plate_b: string };
  }[];
}

const seed = dataOfPage("seed") as MotionData;
const running = runTool(plateMotion(seed));
const answer = await askApi<Boundaries>("/api/plate-boundaries/");
if (answer) running.setData({ plates: seed.plates, lines: answer.features.map(lineOf), whole: true });

function lineOf({ geometry, properties }: Boundaries["features"][number]): LineOfTool {
  return { plates: [properties.plate_a, properties.plate_b], line: geometry.coordinates };
}
