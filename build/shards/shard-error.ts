/**
 * Bytes that are not a valid shard: a truncated download, a flipped bit, another format. The message is short, because it is part
 * of the rewrite bundle: format, fault and related numbers. The documentation page of the formats explains each fault
 * (`build/site/views/formats/faults.ts`).
 */
export class ShardError extends Error {
  readonly code = "shard-malformed";

  /**
   * @param format of the reader that refused the bytes: `columns`, `places`, …
   * @param fault the kind of error, one word
   * @param numbers position and value
   */
  constructor(format: string, fault: string, ...numbers: readonly (number | undefined)[]) {
    super(`${format}: ${[fault, ...numbers].join(" ")}`);
    this.name = "ShardError";
  }
}
