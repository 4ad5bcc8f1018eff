import type { textsOfPage } from "../shared/texts.ts";

/** The texts of the map. */
export type MapSay = ReturnType<typeof textsOfPage<"map">>;
