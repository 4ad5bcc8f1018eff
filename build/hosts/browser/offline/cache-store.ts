import type { ByteStore } from "./byte-store.ts";

/**
 * A store in the browser's Cache Storage. Its names are addresses below a path at which no tree has files.
 *
 * @param scope address of the folder of the tree, with a closing slash
 */
export function cacheStore(caches: CacheStorage, scope: string): ByteStore {
  const opened = caches.open(`quaketree ${scope}`);
  const prefix = `${scope}.kept/`;
  return {
    async get(name) {
      const response = await (await opened).match(prefix + name);
      return response && new Uint8Array(await response.arrayBuffer());
    },
    async put(name, bytes) {
      await (await opened).put(prefix + name, new Response(bytes as Uint8Array<ArrayBuffer>));
    },
    async names() {
      return (await (await opened).keys()).map(({ url }) => url.slice(prefix.length));
    },
    async remove(name) {
      await (await opened).delete(prefix + name);
    },
  };
}
