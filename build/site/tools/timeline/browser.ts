import { tryToReadJson } from "../../client/read-json.ts";
import { offerZoom } from "../client/offer-zoom.ts";
import { runTool } from "../client/run.ts";
import { HISTORY_FILE, type HistoryFile, readHistory } from "../history.ts";
import { timeline } from "./tool.ts";

// Until it is read, and where it cannot be, the page shows what was drawn when it was built.
const file = await tryToReadJson<HistoryFile>(HISTORY_FILE);
if (file) {
  const earthquakes = readHistory(file);
  offerZoom(runTool(timeline(earthquakes)), earthquakes);
}
