/** A request as a host received it. */
export interface ApiRequest {
  /** Upper case. */
  method: string;
  /** Path and query as received, not decoded. */
  target: string;
}

/** Names in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * A complete response but for its length. The host decides its conditions (If-Match and the like) where it has an ETag, and to
 * HEAD sends the headers alone.
 */
export interface BodyReply {
  kind: "body";
  status: number;
  headers: Headers;
  body: Uint8Array;
  /** Whether the bytes stay as they are: the answer is kept for others. */
  kept?: true;
}

/**
 * The host sends this file of the tree with status 200, chooses the encoding, adds the ETag that the index knows and answers
 * 304 by it; where the tree has no such file it sends `ifMissing`.
 */
export interface FileReply {
  kind: "file";
  /** Tree-relative. */
  path: string;
  /** Its bytes where they have been read already, out of a pack: the file itself is not in the tree, nor any encoding of it. */
  bytes?: Uint8Array;
  headers: Headers;
  ifMissing: () => BodyReply;
}

/** Not a path of the API: the host serves its pages, shards and `snapshot.json` as files. */
interface PassReply {
  kind: "pass";
}

export type Reply = BodyReply | FileReply | PassReply;
