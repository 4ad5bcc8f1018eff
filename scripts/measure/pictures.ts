/**
 * What the pictures for link previews cost: number, processor time and size, and the memory that drawing them adds. `--store FOLDER`
 * for the earthquakes of a store instead of the embedded ones, `--from MAGNITUDE` for another `pictures_from`.
 */
import { parseArgs } from "node:util";
import { parseConfig } from "../../build/config/config.ts";
import { cachedGeography } from "../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../build/pipeline/load/load-catalogue.ts";
import { baseMapOf } from "../../build/site/map/drawn/base-map.ts";
import { pictureFiles } from "../../build/site/share/picture.ts";
import { picturedEvents } from "../../build/site/share/pictured.ts";
import { loadRenderer } from "../../build/site/share/renderer.ts";

const { values } = parseArgs({ options: { store: { type: "string" }, from: { type: "string", default: "5" } } });
const { agencies } = parseConfig("{}", "defaults");
const { catalogue } = await loadCatalogue({ store: values.store, agencies }, cachedGeography());
const render = await loadRenderer();
if (!render) throw new Error("@resvg/resvg-wasm is not installed");
const fileOf = pictureFiles(baseMapOf(catalogue.boundaries), render);
const pictured = picturedEvents(catalogue, { eventPages: "all" }, Number(values.from));

const [memory, before] = [process.memoryUsage().rss, process.cpuUsage()];
let bytes = 0;
for (const event of catalogue.events) if (pictured.has(event.slug)) bytes += fileOf(event).bytes().length;
const { user, system } = process.cpuUsage(before);
const each = (user + system) / 1000 / pictured.size;
process.stdout.write(
  `${pictured.size} pictures of ${catalogue.events.length} earthquakes: ${each.toFixed(0)} ms of processor time and ` +
    `${(bytes / pictured.size / 1000).toFixed(0)} KB each; ${((process.memoryUsage().rss - memory) / 1e6).toFixed(0)} MB of memory\n`,
);

const unchanged = process.cpuUsage();
for (const event of catalogue.events) if (pictured.has(event.slug)) fileOf(event);
const keys = process.cpuUsage(unchanged);
process.stdout.write(`all keys again: ${((keys.user + keys.system) / 1000).toFixed(1)} ms\n`);
