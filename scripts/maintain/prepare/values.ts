import { loadConfig } from "../../../build/config/config.ts";
import { cachedGeography } from "../../../build/pipeline/load/geography.ts";
import { PREPARED_VALUES } from "../../../build/pipeline/load/inputs.ts";
import { loadCatalogue } from "../../../build/pipeline/load/load-catalogue.ts";
import { baseMapOf } from "../../../build/site/map/drawn/base-map.ts";
import { openDerive } from "../../../build/store/derive.ts";

/** Derives what follows from the embedded data and their maps, so that no build has to: a tenth of its processor time. */
export async function deriveEmbeddedValues(): Promise<void> {
  const derive = openDerive(PREPARED_VALUES);
  const { agencies, thresholds } = loadConfig();
  const { catalogue } = await loadCatalogue({ agencies, embedded: derive }, cachedGeography(thresholds.offshore_km));
  const { shapes, globeOf } = baseMapOf(catalogue.boundaries, derive);
  const [plate] = catalogue.plates;
  if (shapes.size === 0 || !plate || !globeOf(plate.code, "", [])) throw new Error("the base map lacks countries or plates");
  derive.save();
}
