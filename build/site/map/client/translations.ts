import type { textsOfPage } from "../../client/texts.ts";

/** The texts of the map. */
export type MapSay = ReturnType<typeof textsOfPage<"map">>;
