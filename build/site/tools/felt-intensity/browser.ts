import { INTENSITY_RANGE } from "../../../seismology/intensity-prediction.ts";
import { LARGEST, offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { feltIntensityTool } from "./tool.ts";

const [, , depth] = feltIntensityTool.fields;
const running = runTool(feltIntensityTool);
void offerExamples(feltIntensityTool.fields, running, {
  path: `${LARGEST}&min_mag=${INTENSITY_RANGE.leastMagnitude}&max_mag=${INTENSITY_RANGE.mostMagnitude}`,
  fits: ({ depth_km }) => depth_km >= depth.least && depth_km <= depth.most,
  values: ({ magnitude, depth_km }) => ({ magnitude, depth: Math.round(depth_km) }),
});
