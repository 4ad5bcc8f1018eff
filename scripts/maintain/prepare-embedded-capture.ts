/**
 * Writes the embedded capture from the registry package vega-datasets, which carries the real USGS feed `all_week` of
 * 2018-02-07 (public domain). Unpack the package (`npm pack vega-datasets`, `tar xf vega-datasets-*.tgz`), then:
 *
 *     node --import tsx scripts/maintain/prepare-embedded-capture.ts package
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { readUsgsFeed } from "../../build/agencies/usgs/geojson.ts";

/** Of the feed as the agency sent it; a package that has edited it is refused. */
const SHA256 = "a42702a83ffbae679f95d1fa53e2cae0bae13b21e599a68cdd50a44fc52129f7";

const TARGET = new URL("../../data/captures/usgs-all_week-2018-02-07.geojson.gz", import.meta.url);

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("usage: node --import tsx scripts/maintain/prepare-embedded-capture.ts UNPACKED_PACKAGE\n");
  process.exit(2);
}

const source = path.join(folder, "data", "earthquakes.json");
const bytes = readFileSync(source);
const sha256 = createHash("sha256").update(bytes).digest("hex");
if (sha256 !== SHA256) {
  process.stderr.write(`${source} is not the capture: its SHA-256 is ${sha256}\n`);
  process.exit(1);
}
const { rows, generated } = readUsgsFeed(bytes, source);
const packed = gzipSync(bytes, { level: 9 });
writeFileSync(TARGET, packed);
process.stdout.write(`${rows} features of ${new Date(generated).toISOString()}, ${packed.length} bytes\n`);
