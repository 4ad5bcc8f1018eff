import { startMap } from "./map/live.ts";

/** The map page. */
await startMap();
