import { SNAPSHOT_FILE } from "../../contract/wire/snapshot.ts";
import { UserError } from "../../platform/error.ts";

/** The origin has no such file. */
export function missing(where: string): UserError {
  return new UserError("mirror-missing", `${where} is not there`, "is it the address of a tree, and is all of it there?");
}

/** The origin refuses the request. */
export function refused(where: string, how: string): UserError {
  return new UserError("mirror-refused", `${where} ${how}`, "is it the address of a tree?");
}

/** No complete answer after all attempts. */
export function unreachable(where: string, reason: string): UserError {
  const hint = "try again later: what has been fetched is kept";
  return new UserError("mirror-unreachable", `${where} cannot be reached: ${reason}`, hint);
}

/** More bytes than announced, or than allowed. */
export function tooLarge(where: string, limit: number): UserError {
  const hint = "--max-bytes sets the limit for the whole tree";
  return new UserError("mirror-too-large", `${where} has more than ${limit} bytes`, hint);
}

/** The answer is too slow: a slow retrieval attack would keep a mirror from newer data. */
export function tooSlow(where: string, seconds: number): UserError {
  const hint = "try another mirror, or again later: what has been fetched is kept";
  return new UserError("mirror-too-slow", `${where} was not here after ${seconds} s`, hint);
}

/** The bytes do not have the hash of the index, also after a second request. */
export function wrongHash(where: string, how: string): UserError {
  const hint = "the origin, or a cache on the way, gives wrong bytes: tell its operator";
  return new UserError("mirror-wrong-hash", `${where} ${how}`, hint);
}

/** The record or the index is malformed. */
export function malformed(where: string, how: string): UserError {
  return new UserError("mirror-malformed", `${where} ${how}`, "is it the address of a tree?");
}

/** The tree has a format that this program does not read. */
export function otherFormat(format: unknown): UserError {
  const what = `${SNAPSHOT_FILE} has format ${JSON.stringify(format)?.slice(0, 20)}; this version reads format 3`;
  return new UserError("mirror-other-format", what, "install a newer version of Quaketree");
}

/** A path that leads out of the tree, occurs twice, or is reserved. */
export function badPath(path: string, how: string): UserError {
  const shown = JSON.stringify(path.slice(0, 200));
  return new UserError("mirror-bad-path", `the index names ${shown}: ${how}`, "do not use this origin");
}

/** A snapshot older than the local one, or another of the same number. */
export function rollback(how: string): UserError {
  const hint = "the origin is behind: try another, or again later; if the publisher began anew, move the folder away";
  return new UserError("mirror-rollback", `the origin has ${how}`, hint);
}

/** A snapshot so far ahead that no later one would be accepted. */
export function fromFuture(how: string): UserError {
  const hint = "is the clock of this machine right? otherwise do not use this origin";
  return new UserError("mirror-from-future", `${SNAPSHOT_FILE} ${how}`, hint);
}

/** The signing key changed, and no trusted key is given. */
export function keyChanged(before: string, now: string | undefined): UserError {
  const hint = "ask the publisher, then name the right key with --verify-key";
  const what = now === undefined ? "is not signed any more" : `is signed with key ${now}`;
  return new UserError("mirror-key-changed", `${SNAPSHOT_FILE} ${what}; so far key ${before} signed`, hint);
}

/** The origin was replaced repeatedly while it was read. */
export function moving(rounds: number): UserError {
  const hint = "try again: what has been fetched is kept, so that each run has less to do";
  return new UserError("mirror-moving", `the origin changed ${rounds} times while it was being copied`, hint);
}

/** All hashes match, but the tree cannot be served. */
export function unsound(how: string): UserError {
  const hint = "the origin publishes a damaged tree: tell its operator";
  return new UserError("mirror-unsound", `the tree at the origin is not sound: ${how}`, hint);
}

/** Whether an error may result from a change of the snapshot during reading. */
export function mayBeMixed(error: unknown): boolean {
  return error instanceof UserError && MIXED.has(error.code);
}

const MIXED = new Set(["mirror-missing", "mirror-refused", "mirror-too-large", "mirror-wrong-hash", "signature-torn"]);
