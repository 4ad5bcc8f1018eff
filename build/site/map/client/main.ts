import { startMap } from "./start.ts";

/** The map page. */
await startMap();
