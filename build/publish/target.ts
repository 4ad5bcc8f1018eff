/**
 * An object store that a tree is published to. Keys are paths of the tree. Every method tries again by itself what may pass, and
 * throws UserError `target-…` where it cannot be done.
 */
export interface Target {
  /** How people call it: `s3://bucket/prefix/`. */
  name: string;
  /** The object, or undefined where there is none. */
  get: (path: string, maxBytes: number) => Promise<TargetObject | undefined>;
  /** Writes an object as a whole: whoever reads sees what was there or all of what is new. */
  put: (path: string, bytes: Uint8Array, headers: ObjectHeaders, condition?: PutCondition) => Promise<PutResult>;
  /** Copies within the store; false where there is nothing at `from`. `from` and `to` may be the same: that makes it young. */
  copy: (from: string, to: string, headers: ObjectHeaders) => Promise<boolean>;
  /** No error where there is nothing. */
  remove: (path: string) => Promise<void>;
  /** All objects whose path begins so, in the order of their paths. */
  list: (prefix: string) => Promise<Listed[]>;
}

export interface TargetObject {
  bytes: Buffer;
  /** In quotes, as the store says it. */
  etag: string;
  /** Since it was written, by the store's own clock, ms. */
  age: number;
  /** What `ObjectHeaders.note` said. */
  note: string | undefined;
}

export interface Listed {
  path: string;
  bytes: number;
  /** In quotes; most stores take the MD5 of the bytes, but none has to. */
  etag: string;
  /** Since it was written, by the store's own clock, ms. */
  age: number;
}

/** What the store is to say of an object whenever it hands it out. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
  contentEncoding?: "br" | "gzip";
  /** Kept beside the object, for the publisher alone. */
  note?: string;
}

/** Writes only where there is nothing, or where the very object is that has this ETag. Some stores pass over it. */
export type PutCondition = "absent" | { etag: string };

/** The ETag of what was written, or that the condition did not hold. */
type PutResult = { etag: string } | "conflict";
