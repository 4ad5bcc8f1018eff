import { type Answer, plain, type View } from "./answer.ts";
import { fdsnAnswer } from "./usgs-fdsn.ts";
import { feedAnswer } from "./usgs-feeds.ts";
import type { World } from "./world.ts";

/** What the USGS answers from. */
export interface UsgsState {
  world: World;
  /** Captures that are replayed in the place of feeds made of the world, by feed name; other feeds are not found then. */
  shown: Record<string, Uint8Array> | undefined;
  /** Most events in one answer of the query service. */
  limit: number;
}

export function usgsAnswer(url: URL, view: View<UsgsState>): Answer | undefined {
  return feedAnswer(url, view) ?? fdsnAnswer(url, view) ?? plain(404, "404 Not Found\n");
}
