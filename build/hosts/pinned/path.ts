/** A target under `/s/`. */
export interface PinnedTarget {
  /** The requested snapshot; undefined if it is not a valid id. */
  id: string | undefined;
  /** The target without the pin. */
  target: string;
}

const PIN = /^\/s\/([0-9a-f]{16})(?=[/?]|$)/;

/**
 * Removes `/s/{snapshot id}` from a request target, in origin form or in absolute form; undefined for other targets. An id has only
 * one spelling: 16 lower-case digits, not percent-encoded.
 */
export function readPin(target: string): PinnedTarget | undefined {
  // Nearly all targets begin with a slash and then something other than `s/`.
  if (target.startsWith("/") && !target.startsWith("s/", 1)) return undefined;
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  if (!origin.startsWith("/s/")) return undefined;
  const id = PIN.exec(origin)?.[1];
  return id === undefined ? { id, target: origin } : { id, target: origin.slice("/s/".length + id.length) };
}

/** The address of a target under a pin. @param target path and query, with the first slash */
export function underPin(id: string, target: string): string {
  return `/s/${id}${target}`;
}
