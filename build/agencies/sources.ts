import type { AgencySettings } from "../config-agencies.ts";
import type { AgencySource } from "./agency.ts";
import { emscSource, fdsnTextSource } from "./fdsn-source.ts";
import { noaaSource } from "./noaa-source.ts";
import { platesSource } from "./plates-source.ts";
import { usgsSource } from "./usgs-source.ts";
import { usgsThresholds } from "./usgs-thresholds.ts";

/**
 * The agencies that the configuration asks, the most urgent first: a run that is cut short has done those.
 *
 * @throws UserError `config-invalid` for an agency of which too little is said
 */
export function agencySources({ usgs, noaa, emsc, plates, others }: AgencySettings): AgencySource[] {
  return [
    ...(usgs.enabled ? [usgsSource({ ...usgs, thresholds: usgsThresholds(usgs) })] : []),
    ...(emsc.enabled ? [emscSource(emsc)] : []),
    ...Object.entries(others)
      .filter(([, other]) => other.enabled)
      .map(([key, other]) => fdsnTextSource(key, other)),
    ...(noaa.enabled ? [noaaSource({ ...noaa, crawlDelayS: noaa.crawl_delay_s })] : []),
    ...(plates.enabled ? [platesSource(plates)] : []),
  ];
}
