/**
 * An object store that a tree is published to. Keys are paths of the tree. Every method retries after temporary errors, and throws
 * UserError `target-…` after permanent ones.
 */
export interface Target {
  /** The name for people: `s3://bucket/prefix/`. */
  name: string;
  /** The object, or undefined if there is none. */
  get: (path: string, maxBytes: number) => Promise<TargetObject | undefined>;
  /** Writes an object in one step: readers see the old object or the new one. */
  put: (path: string, bytes: Uint8Array, headers: ObjectHeaders, condition?: PutCondition) => Promise<PutResult>;
  /** Copies within the store; false if there is nothing at `from`. If `from` and `to` are the same, its age is reset. */
  copy: (from: string, to: string, headers: ObjectHeaders) => Promise<boolean>;
  /** No error if there is none. */
  remove: (path: string) => Promise<void>;
  /** All objects with this prefix, in the order of their paths. */
  list: (prefix: string) => Promise<Listed[]>;
}

export interface TargetObject {
  bytes: Buffer;
  /** In quotes, as the store states it. */
  etag: string;
  /** Since it was written, by the store's own clock, ms. */
  age: number;
  /** The value of `ObjectHeaders.note`. */
  note: string | undefined;
}

export interface Listed {
  path: string;
  bytes: number;
  /** In quotes; most stores use the MD5 of the bytes, but none is required to. */
  etag: string;
  /** Since it was written, by the store's own clock, ms. */
  age: number;
}

/** The headers with which the store delivers an object. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
  contentEncoding?: "br" | "gzip";
  /** Stored with the object, for the publisher only. */
  note?: string;
}

/** Writes only if there is no object, or the current object has this ETag. Some stores ignore it. */
export type PutCondition = "absent" | { etag: string };

/** The ETag of the written object; `conflict` if the condition did not hold. */
type PutResult = { etag: string } | "conflict";
