import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { AS_OF, smallInput } from "../answers/small-catalogue.ts";
import { plantAnswers } from "./catalogue-series.ts";

/**
 * Plants a tree of the small world's answers, without pages of data.
 *
 * @param later ms after the usual instant, at which the world stands still otherwise
 * @param packBelow magnitude below which details of small events are packed; undefined: a file for each event
 */
export function plantPackedWorld(out: string, later: number, packBelow: number | undefined): Promise<string> {
  return plantAnswers(out, assembleCatalogue(smallInput({ asOf: AS_OF + later })), packBelow);
}
