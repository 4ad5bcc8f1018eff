import { offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { aftershocksTool } from "./tool.ts";

const running = runTool(aftershocksTool);
void offerExamples(aftershocksTool.fields, running, {
  path: "/api/v1/earthquakes/?hours=720&min_mag=5.5&limit=500",
  values: ({ magnitude }) => ({ mainshock: Math.round(magnitude * 10) / 10 }),
});
