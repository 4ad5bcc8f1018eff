import type { Encoding } from "../contract/wire/etag.ts";

const PREFERENCE = ["br", "gzip"] as const;

/**
 * Chooses the content coding: the available one with the highest weight, and the smaller one if weights are equal; undefined for
 * none (RFC 9110, section 12.5.3). A client without the header gets the plain bytes. So does a client that refuses everything,
 * because a body that it may be able to read is better than none.
 *
 * @param header Accept-Encoding as received
 */
export function chooseEncoding(header: string | undefined, available: readonly Encoding[]): Encoding | undefined {
  if (header === undefined || available.length === 0) return undefined;
  const weights = parseWeights(header);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get("*") ?? 0;
  const plain = weights.get("identity") ?? 0;
  let best: Encoding | undefined;
  for (const coding of PREFERENCE) {
    if (!available.includes(coding) || weightOf(coding) === 0) continue;
    if (weightOf(coding) > (best ? weightOf(best) : 0) && weightOf(coding) >= plain) best = coding;
  }
  return best;
}

const CODING = /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/;

/** Weights by coding. Malformed entries are ignored. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(",")) {
    const match = CODING.exec(item.trim());
    if (!match?.[1]) continue;
    // RFC 9110, section 8.4.1.3: x-gzip is an old name of gzip.
    weights.set(match[1] === "x-gzip" ? "gzip" : match[1], match[2] === undefined ? 1 : Number(match[2]));
  }
  return weights;
}
