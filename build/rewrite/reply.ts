/** A request as received. */
export interface ApiRequest {
  /** Upper case. */
  method: string;
  /** Path and query as received, not decoded. */
  target: string;
}

/** Names are in lower case. */
export type Headers = Readonly<Record<string, string>>;

/**
 * A complete response except for Content-Length. If there is an ETag, the host evaluates conditions (If-Match and others). It omits
 * the body for HEAD.
 */
export interface BodyReply {
  kind: "body";
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** A response whose body is made while it is sent, because it would fill the memory. */
export interface StreamReply {
  kind: "stream";
  status: number;
  headers: Headers;
  /** The body; it can be read once. */
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * A reply with a file of the tree, which the host sends. The host chooses the encoding, adds the ETag of the index and evaluates
 * conditions. If the tree has no such file, it sends `ifMissing`.
 */
export interface FileReply {
  kind: "file";
  /** Without it, the status is 200. With 404 the file is the page for an address without a file; it has neither ETag nor ranges. */
  status?: 404;
  /** Tree-relative. */
  path: string;
  /** Its bytes if they come from a pack. The tree then has neither the file nor encodings of it. */
  bytes?: Uint8Array;
  headers: Headers;
  ifMissing: () => BodyReply;
}

/** Not a path of the API. The host serves pages, shards and `snapshot.json` as files. */
interface PassReply {
  kind: "pass";
}

export type Reply = BodyReply | FileReply | PassReply;
