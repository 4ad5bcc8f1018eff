import type { LiveFeed, PlateBoundaries, PlateDetail } from "../../build/contract/resources/resources.ts";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { type Listening, listen } from "../support/listen.ts";

/** What a map asks of a host of a tree. */
export interface Host extends Listening {
  feed: (hours: number) => Promise<LiveFeed>;
  boundaries: () => Promise<PlateBoundaries>;
  plates: () => Promise<{ plates: { code: string; slug: string; area_km2: number }[] }>;
  plate: (slug: string) => Promise<PlateDetail>;
}

/** The Node host of a tree, and what it answers. */
export async function hostOf(tree: string): Promise<Host> {
  const { base, close } = await listen(await createNodeHandler(tree));
  const ask = async <T>(path: string): Promise<T> => (await (await fetch(`${base}${path}`)).json()) as T;
  return {
    base,
    close,
    feed: (hours) => ask(`/api/live-feed/?hours=${hours}`),
    boundaries: () => ask("/api/plate-boundaries/"),
    plates: () => ask("/api/v1/plates/"),
    plate: (slug) => ask(`/api/v1/plates/${slug}/`),
  };
}
