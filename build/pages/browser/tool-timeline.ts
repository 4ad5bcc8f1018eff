import { HISTORY_FILE, type HistoryFile, readHistory } from "../tools/history.ts";
import { timeline } from "../tools/timeline.ts";
import { askApi } from "./tools/ask-api.ts";
import { offerZoom } from "./tools/offer-zoom.ts";
import { runTool } from "./tools/run.ts";

// Until it is read, and where it cannot be, the page shows what was drawn when it was built.
const file = await askApi<HistoryFile>(HISTORY_FILE);
if (file) {
  const earthquakes = readHistory(file);
  offerZoom(runTool(timeline(earthquakes)), earthquakes);
}
