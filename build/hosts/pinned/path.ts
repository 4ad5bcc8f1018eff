/** A target under `/s/`. */
export interface PinnedTarget {
  /** The snapshot that is to answer; undefined where that is no id. */
  id: string | undefined;
  /** The target as it is without the pin. */
  target: string;
}

const PIN = /^\/s\/([0-9a-f]{16})(?=[/?]|$)/;

/**
 * Takes `/s/{snapshot id}` off a request target, in origin form or in absolute form; undefined where it is not under `/s/`. An
 * id is written in one way only: 16 digits, in lower case, none of them percent-encoded.
 */
export function readPin(target: string): PinnedTarget | undefined {
  // Nearly every target begins with a slash, and then with something else than `s/`.
  if (target.startsWith("/") && !target.startsWith("s/", 1)) return undefined;
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  if (!origin.startsWith("/s/")) return undefined;
  const id = PIN.exec(origin)?.[1];
  return id === undefined ? { id, target: origin } : { id, target: origin.slice("/s/".length + id.length) };
}

/** Where the pin of a snapshot leads to. @param target path and query, with the first slash */
export function underPin(id: string, target: string): string {
  return `/s/${id}${target}`;
}
