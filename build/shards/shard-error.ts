/**
 * Bytes that are not the shard that they should be: a truncated download, a flipped bit, another format. The message is
 * short, because it travels with the rewrite: format, fault and the numbers that belong to it. What each fault means stands
 * on the documentation page of the formats (`build/site/views/formats/faults.ts`).
 */
export class ShardError extends Error {
  readonly code = "shard-malformed";

  /**
   * @param format which reader refused: `columns`, `places`, …
   * @param fault what is wrong, one word
   * @param numbers where, and what stands there
   */
  constructor(format: string, fault: string, ...numbers: readonly (number | undefined)[]) {
    super(`${format}: ${[fault, ...numbers].join(" ")}`);
    this.name = "ShardError";
  }
}
