/** Persistent bytes by name. */
export interface ByteStore {
  get: (name: string) => Promise<Uint8Array | undefined>;
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  names: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
}
