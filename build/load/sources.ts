import { emscSource, fdsnTextSource } from "../agencies/fdsn/source.ts";
import { noaaSource } from "../agencies/noaa/source.ts";
import { platesSource } from "../agencies/plates/source.ts";
import { usgsThresholds } from "../agencies/usgs/plausibility.ts";
import { usgsSource } from "../agencies/usgs/source.ts";
import type { AgencySettings } from "../config/agencies.ts";
import type { AgencySource } from "../store/agency.ts";

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
