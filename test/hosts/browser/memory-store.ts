import type { ByteStore } from "../../../build/hosts/browser/offline/cached-tree.ts";

/** What a browser keeps, as long as a test runs. */
export function memoryStore(): ByteStore {
  const held = new Map<string, Uint8Array>();
  return {
    get: async (name) => held.get(name),
    put: async (name, bytes) => void held.set(name, bytes),
    names: async () => [...held.keys()],
    remove: async (name) => void held.delete(name),
  };
}
