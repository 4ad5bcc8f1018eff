import { LARGEST, offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { aftershocksTool } from "./tool.ts";

const running = runTool(aftershocksTool);
void offerExamples(aftershocksTool.fields, running, {
  path: `${LARGEST}&min_mag=5.5`,
  values: ({ magnitude }) => ({ mainshock: Math.round(magnitude * 10) / 10 }),
});
