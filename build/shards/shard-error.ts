/** Bytes that are not the shard that they should be: a truncated download, a flipped bit, another format. */
export class ShardError extends Error {
  readonly code = "shard-malformed";

  /**
   * @param format which reader refused: `columns`, `places`, …
   * @param fault what is wrong with the bytes
   */
  constructor(format: string, fault: string) {
    super(`${format}: ${fault}`);
    this.name = "ShardError";
  }
}
