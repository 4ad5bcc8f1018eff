import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { createHttpOrigin } from "../../build/origins/http.ts";
import { mirrorTree } from "../../build/tree/mirror.ts";
import type { CountingStore } from "./counting-store.ts";

/** What a mirror asks for to be up to date once. */
export interface Followed {
  /** ms since 1970 UTC. */
  asOf: number;
  requests: { path: string; status: number; bytes: number; compressed: number }[];
}

async function sleep(): Promise<void> {}

/** Quality at which content delivery networks compress by themselves, about. */
const EDGE_QUALITY = 5;

/** Bytes of a body as a content delivery network would send them. */
export function compressedBytes(body: Uint8Array): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: EDGE_QUALITY };
  return Math.min(body.length, brotliCompressSync(body, { params }).length);
}

/**
 * A mirror, by the real `mirror`, that looks once a minute and copies what the store has.
 *
 * @param dir for the copy
 */
export function createFollower(dir: string): (store: CountingStore, asOf: number) => Promise<Followed> {
  return async ({ objects }, asOf) => {
    const requests: Followed["requests"] = [];
    const fetch: typeof globalThis.fetch = async (target) => {
      const path = decodeURIComponent(
        new URL(target instanceof Request ? target.url : String(target)).pathname.slice(1),
      );
      const found = objects.get(path);
      const bytes = found?.bytes ?? Buffer.alloc(0);
      requests.push({ path, status: found ? 200 : 404, bytes: bytes.length, compressed: compressedBytes(bytes) });
      return new Response(new Uint8Array(bytes), { status: found ? 200 : 404 });
    };
    const now = () => asOf;
    const origin = createHttpOrigin({ base: new URL("http://store.invalid/"), fetch, sleep, random: () => 0, now });
    await mirrorTree({ origin, out: join(dir, "copy"), now, sleep });
    return { asOf, requests };
  };
}
