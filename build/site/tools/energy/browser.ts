import { LARGEST, offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { energyTool } from "./tool.ts";

const running = runTool(energyTool);
void offerExamples(energyTool.fields, running, {
  path: `${LARGEST}&min_mag=5`,
  values: ({ magnitude }) => ({ magnitude }),
});
