/** The list of the files that are deployed in pieces; there is none if no file is. */
export const PIECE_LIST = "archive/pieces.json";

/** The length of each file, in bytes, by its path. */
export type PieceList = Readonly<Record<string, number>>;

/**
 * Length of each piece but the last, bytes. The platform sends only whole files to a Worker, and none of more than 25 MiB. A block
 * of the archive is in one piece or two.
 */
export const PIECE_BYTES = 1_048_576;

export function pieceName(path: string, piece: number): string {
  return `${path}.${piece}`;
}
