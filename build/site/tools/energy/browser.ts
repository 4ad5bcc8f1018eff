import { offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { energyTool } from "./tool.ts";

const running = runTool(energyTool);
void offerExamples(energyTool.fields, running, {
  path: "/api/v1/earthquakes/?hours=720&min_mag=5&limit=500",
  values: ({ magnitude }) => ({ magnitude }),
});
