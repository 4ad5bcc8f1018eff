import { md5Etag } from "../../build/publish/plan.ts";
import type { ObjectHeaders, Target } from "../../build/publish/target.ts";
import { missing } from "../../build/tree/origins/mirror-errors.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";

interface Held {
  bytes: Buffer;
  headers: ObjectHeaders;
  /** ms of the clock of the store. */
  at: number;
}

export interface MemoryTarget extends Target {
  objects: Map<string, Held>;
  /** The same objects, for a reader. */
  origin: Origin;
  /** Lets time go by, ms. */
  wait: (ms: number) => void;
  /**
   * Called with the number of each operation, from 1 since the last call: `before` says that the process dies there, `after`
   * that it dies once the operation is done. Undefined: neither.
   */
  onOperation: (hook: Hook) => void;
  operations: () => number;
}

type Hook = (at: number) => Promise<"before" | "after" | undefined>;

/** Nothing dies. */
export const livesOn: Hook = async () => undefined;

export class Died extends Error {}

/** An object store in memory, faithful to what S3 promises: whole writes, conditions, at once visible. */
export function memoryTarget(): MemoryTarget {
  const objects = new Map<string, Held>();
  let clock = 0;
  let count = 0;
  let hook: Hook = livesOn;
  async function operation<T>(work: () => T): Promise<T> {
    const at = ++count;
    const death = await hook(at);
    if (death === "before") throw new Died(`before operation ${at}`);
    const done = work();
    if (death === "after") throw new Died(`after operation ${at}`);
    return done;
  }
  return {
    name: "memory://",
    objects,
    origin: {
      name: "memory://",
      async *read(path) {
        const held = objects.get(path);
        if (!held) throw missing(path);
        yield held.bytes;
      },
    },
    wait(ms) {
      clock += ms;
    },
    onOperation(other) {
      hook = other;
      count = 0;
    },
    operations: () => count,
    get: (path) =>
      operation(() => {
        const held = objects.get(path);
        if (!held) return undefined;
        const { bytes, headers, at } = held;
        return { bytes, etag: md5Etag(bytes), age: clock - at, note: headers.note };
      }),
    put: (path, bytes, headers, condition) =>
      operation(() => {
        const held = objects.get(path);
        if (condition === "absent" && held) return "conflict";
        if (typeof condition === "object" && (!held || md5Etag(held.bytes) !== condition.etag)) return "conflict";
        objects.set(path, { bytes: Buffer.from(bytes), headers, at: clock });
        return { etag: md5Etag(bytes) };
      }),
    copy: (from, to, headers) =>
      operation(() => {
        const held = objects.get(from);
        if (held) objects.set(to, { bytes: held.bytes, headers, at: clock });
        return held !== undefined;
      }),
    remove: (path) => operation(() => void objects.delete(path)),
    list: (prefix) =>
      operation(() =>
        [...objects]
          .filter(([path]) => path.startsWith(prefix))
          .map(([path, { bytes, at }]) => ({ path, bytes: bytes.length, etag: md5Etag(bytes), age: clock - at }))
          .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
      ),
  };
}
