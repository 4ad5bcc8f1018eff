import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { readNotable } from "./agencies/notable.ts";
import type { HistoricalRecord } from "./agencies/records.ts";
import type { UsgsState } from "./agencies/state.ts";
import { takeIn } from "./agencies/take-in.ts";
import { readUsgsFeed } from "./agencies/usgs.ts";

/** What a build without a store is made of: the same records that the live agencies would give. */
export interface EmbeddedInputs {
  usgs: UsgsState;
  notable: HistoricalRecord[];
}

const CAPTURE = "data/captures/usgs-all_week-2018-02-07.geojson.gz";
const NOTABLE_TABLE = "data/notable-earthquakes.tsv";

/** Beside this module rather than in the working folder, so that an installed package finds its own data. */
const ROOT = new URL("../", import.meta.url);

/**
 * Reads the embedded capture and the table of notable earthquakes, by the readers that live data pass.
 *
 * @throws UserError where a file of `data/` was changed and is now malformed
 */
export async function embeddedInputs(): Promise<EmbeddedInputs> {
  const [packed, table] = await Promise.all([
    readFile(new URL(CAPTURE, ROOT)),
    readFile(new URL(NOTABLE_TABLE, ROOT), "utf8"),
  ]);
  const bytes = gunzipSync(packed);
  const capture = readUsgsFeed(bytes, CAPTURE);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  // Retrieved when it was written, as far as anybody knows: a build of the embedded data has no clock.
  const provenance = { address: `embedded:${CAPTURE}`, retrievedAt: capture.generated, sha256, bytes: bytes.length };
  return { usgs: takeIn(undefined, capture, provenance).state, notable: readNotable(table, NOTABLE_TABLE) };
}
