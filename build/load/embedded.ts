import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { readNotable } from "../agencies/noaa/notable.ts";
import { readUsgsFeed } from "../agencies/usgs/feed.ts";
import { applyCapture } from "../agencies/usgs/run.ts";
import type { UsgsState } from "../agencies/usgs/state.ts";
import type { HistoricalRecord } from "../store/records.ts";

const CAPTURE = "data/captures/usgs-all_week-2018-02-07.geojson.gz";
const NOTABLE_TABLE = "data/notable-earthquakes.tsv";

/** Beside this module rather than in the working folder, so that an installed package finds its own data. */
const ROOT = new URL("../../", import.meta.url);

/**
 * The embedded week of the USGS feed, by the reader that live data pass.
 *
 * @throws UserError where the file was changed and is now malformed
 */
export async function embeddedUsgs(): Promise<UsgsState> {
  const bytes = gunzipSync(await readFile(new URL(CAPTURE, ROOT)));
  const capture = readUsgsFeed(bytes, CAPTURE);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Retrieved when it was written, as far as anybody knows: a build of the embedded data has no clock.
  const provenance = { address: `embedded:${CAPTURE}`, retrievedAt: capture.generated, sha256, bytes: bytes.length };
  return applyCapture(undefined, capture, provenance).state;
}

/**
 * The embedded table of notable earthquakes.
 *
 * @throws UserError where the file was changed and is now malformed
 */
export async function embeddedNotable(): Promise<HistoricalRecord[]> {
  return readNotable(await readFile(new URL(NOTABLE_TABLE, ROOT), "utf8"), NOTABLE_TABLE);
}
