import { aftershocks } from "../tools/aftershocks.ts";
import { offerExamples } from "./tools/examples.ts";
import { runTool } from "./tools/run.ts";

const running = runTool(aftershocks);
void offerExamples(aftershocks.fields, running, {
  path: "/api/v1/earthquakes/?hours=720&min_mag=5.5&limit=500",
  values: ({ magnitude }) => ({ mainshock: Math.round(magnitude * 10) / 10 }),
});
