import { codeKey } from "../platform/program-hash.ts";
import type { KnownShards } from "../rewrite/shards/make.ts";
import type { DerivedCache } from "../store/derived.ts";
import { DATA_OF_PLACES } from "./load/geography.ts";

/** Path, bytes, and the lengths of the records as u32 in base64. */
type Row = [path: string, bytes: number, lengths: string];

/**
 * The shards that the last build of the same store had, by keys of their content.
 *
 * @returns `keep` also saves those that are recalled, for the next build; undefined if the code has no key
 */
export function keptShards(derived: DerivedCache): (KnownShards & { save: () => void }) | undefined {
  // The line of a report identifies its event together with what makes events of reports.
  const code = codeKey(["answers/shard-input", "rewrite/shards/make", "catalogue/assemble", "pipeline/load/geography"], {
    data: DATA_OF_PLACES.map((name) => `data/${name}`),
  });
  if (code === undefined) return undefined;
  const before = new Map(Object.entries((derived.recall("shards", "world", code) ?? {}) as Record<string, Row>));
  const used = new Map<string, Row>();
  return {
    recall: (key) => {
      const row = before.get(key);
      if (!row) return undefined;
      used.set(key, row);
      const [path, bytes, lengths] = row;
      return { path, bytes, lengths: new Uint32Array(new Uint8Array(Buffer.from(lengths, "base64")).buffer) };
    },
    keep: (key, { path, bytes, lengths }) => {
      used.set(key, [path, bytes, Buffer.from(lengths.buffer).toString("base64")]);
    },
    save: () => {
      if (used.size === before.size && [...used.keys()].every((key) => before.has(key))) return;
      derived.keep("shards", "world", code, Object.fromEntries(used));
    },
  };
}
