import { UserError } from "../platform/error.ts";

/** Another publisher is active at the same target. */
export function publishing(name: string, seconds: number): UserError {
  const hint = `wait for it; a killed publisher is ignored ${seconds} s after its last sign of life`;
  return new UserError("publish-running", `another publisher is writing ${name}`, hint);
}

/** Another publisher of this machine is active at the same target. @param holder the file by which it has the lock */
export function publishingHere(name: string, holder: string): UserError {
  const hint = `wait for it; if no publisher is left on this machine, delete ${holder}`;
  return new UserError("publish-running", `another publisher is writing ${name}`, hint);
}

/** Another publisher took over the target while this one was suspended. */
export function overtaken(name: string): UserError {
  const hint = "run again: it completes the unfinished work of any publisher";
  return new UserError("publish-overtaken", `another publisher has taken over ${name}`, hint);
}

/** The target is newer than the tree that would replace it. @param otherwise advice other than to build on the target's tree */
export function olderThanTarget(name: string, tree: string, how: string, otherwise: string): UserError {
  const goOn = `to continue from it, move ${tree} away, run \`quaketree mirror ${name} ${tree}\`, and build again`;
  const hint = `${goOn}; or ${otherwise}: then mirrors refuse snapshots until they are newer`;
  return new UserError("publish-backwards", `${name} has ${how}`, hint);
}

/** The target has objects that do not belong to a tree. */
export function notEmpty(name: string, example: string): UserError {
  const hint = "choose another prefix, like s3://bucket/quakes, or use --anew to publish beside them";
  return new UserError("target-not-a-tree", `${name} holds ${example}, which does not belong to a tree`, hint);
}

/** A file of the local tree does not match its index. */
export function unpublishable(path: string, how: string): UserError {
  const hint = "nothing was published: delete the folder and run `quaketree build` again";
  return new UserError("tree-damaged", `${path} ${how}`, hint);
}

/** The snapshot at the target is signed, and the tree is not: mirrors that know the key would refuse it. */
export function unsigned(target: string, dir: string): UserError {
  const hint = "build it with the key; or publish with --anew, after telling those who have the public key";
  return new UserError("publish-unsigned", `${target} has a signed snapshot, and ${dir} is not signed`, hint);
}

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
