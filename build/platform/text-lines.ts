import { isAscii } from "node:buffer";

/** Bytes of a block. */
const BLOCK = 65_536;

/**
 * Decodes UTF-8 and splits it, like `bytes.toString().split(separator)`. It does so block by block: ASCII is decoded several times as
 * fast as other text, and one letter outside Latin-1 would double the memory of a whole text.
 *
 * @param separator ASCII
 */
export function textLines(bytes: Buffer, separator: string): string[] {
  const lines: string[] = [];
  for (let from = 0; ; ) {
    const cut = bytes.indexOf(separator, from + BLOCK);
    const block = bytes.subarray(from, cut < 0 ? bytes.length : cut);
    for (const line of block.toString(isAscii(block) ? "latin1" : "utf8").split(separator)) lines.push(line);
    if (cut < 0) return lines;
    from = cut + separator.length;
  }
}

/** Encodes lines as UTF-8, like `Buffer.from(lines.join(separator))`, also block by block. */
export function encodeLines(lines: readonly string[], separator: string): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < lines.length; from += LINES) {
    const text = lines.slice(from, from + LINES).join(separator);
    blocks.push(Buffer.from(from === 0 ? text : separator + text));
  }
  return Buffer.concat(blocks);
}

/** Number of lines in a block. */
const LINES = 128;
