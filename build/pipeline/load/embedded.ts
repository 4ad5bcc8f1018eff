import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readNotable } from "../../agencies/noaa/notable.ts";
import { readUsgsFeed } from "../../agencies/usgs/geojson.ts";
import { applyCapture } from "../../agencies/usgs/run.ts";
import type { UsgsState } from "../../agencies/usgs/state.ts";
import { PROGRAM } from "../../platform/program.ts";
import { type Derive, NO_CELLS } from "../../store/derive.ts";
import type { HistoricalRecord } from "../../store/records.ts";
import { readCompressedDataFile } from "./data-file.ts";

const CAPTURE = "data/captures/usgs-all_week-2018-02-07.geojson.gz";
const NOTABLE_TABLE = "data/notable-earthquakes.tsv";

/** The embedded week of the USGS feed, read in the same way as live data. @throws UserError if the file is malformed */
export async function embeddedUsgs(derive: Derive = NO_CELLS): Promise<UsgsState> {
  return derive("usgs", [], () => {
    const bytes = readCompressedDataFile(PROGRAM + CAPTURE);
    const capture = readUsgsFeed(bytes, CAPTURE);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    // The time of retrieval is not known: a build of the embedded data does not use the clock.
    const provenance = { address: `embedded:${CAPTURE}`, retrievedAt: capture.generated, sha256, bytes: bytes.length };
    return applyCapture(undefined, capture, provenance).state;
  }).value;
}

/** The embedded table of notable earthquakes. @throws UserError if the file is malformed */
export async function embeddedNotable(derive: Derive = NO_CELLS): Promise<HistoricalRecord[]> {
  return derive("notable", [], () => readNotable(readFileSync(PROGRAM + NOTABLE_TABLE, "utf8"), NOTABLE_TABLE)).value;
}
