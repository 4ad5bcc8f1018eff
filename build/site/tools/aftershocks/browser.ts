import { offerExamples } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { aftershocks } from "./tool.ts";

const running = runTool(aftershocks);
void offerExamples(aftershocks.fields, running, {
  path: "/api/v1/earthquakes/?hours=720&min_mag=5.5&limit=500",
  values: ({ magnitude }) => ({ mainshock: Math.round(magnitude * 10) / 10 }),
});
