import { energyTool } from "../tools/energy.ts";
import { offerExamples } from "./tools/examples.ts";
import { runTool } from "./tools/run.ts";

const running = runTool(energyTool);
void offerExamples(energyTool.fields, running, {
  path: "/api/v1/earthquakes/?hours=720&min_mag=5&limit=500",
  values: ({ magnitude }) => ({ magnitude }),
});
