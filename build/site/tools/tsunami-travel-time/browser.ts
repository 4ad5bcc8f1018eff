import { dataOfPage } from "../../client/page-data.ts";
import { LARGEST, offerExamples, offerPlaces } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { type SeaData, tsunamiTool } from "./tool.ts";

const tool = tsunamiTool(dataOfPage("seed") as SeaData);
const running = runTool(tool);
void offerPlaces(running, { prefix: "from_" });
void offerPlaces(running, { prefix: "to_" });
void offerExamples(tool.fields, running, {
  path: `${LARGEST}&min_mag=5`,
  values: ({ latitude, longitude }) => ({ from_latitude: latitude, from_longitude: longitude }),
});
