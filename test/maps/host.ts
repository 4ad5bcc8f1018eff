import { createServer, type RequestListener } from "node:http";
import type { LiveFeed, PlateBoundaries, PlateDetail } from "../../build/contract/resources.ts";
import { createNodeHandler } from "../../build/hosts/node.ts";
import { portOf } from "../hosts/ask.ts";

interface Listening {
  /** The address, without a slash at its end. */
  base: string;
  close: () => Promise<void>;
}

/** What a map asks of a host of a tree. */
export interface Host extends Listening {
  feed: (hours: number) => Promise<LiveFeed>;
  boundaries: () => Promise<PlateBoundaries>;
  plates: () => Promise<{ plates: { code: string; slug: string; area_km2: number }[] }>;
  plate: (slug: string) => Promise<PlateDetail>;
}

/** A server on a port of its own. */
export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { base: `http://127.0.0.1:${portOf(server)}`, close };
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
