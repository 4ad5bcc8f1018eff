import { UserError } from "../platform/error.ts";
import { SNAPSHOT_FILE } from "../tree/file.ts";

/** The origin has no such file. */
export function missing(where: string): UserError {
  return new UserError(
    "mirror-missing",
    `${where} is not there`,
    "is it the address of a tree, and is all of it there?",
  );
}

/** The origin answers, but not with what was asked for. */
export function refused(where: string, how: string): UserError {
  return new UserError("mirror-refused", `${where} ${how}`, "is it the address of a tree?");
}

/** Nothing came, or not to its end, however often it was tried. */
export function unreachable(where: string, reason: string): UserError {
  const hint = "try again later: what has been fetched is kept";
  return new UserError("mirror-unreachable", `${where} cannot be reached: ${reason}`, hint);
}

/** More bytes than there should be, or than we take. */
export function tooLarge(where: string, limit: number): UserError {
  const hint = "--max-bytes sets the limit for the whole tree";
  return new UserError("mirror-too-large", `${where} has more than ${limit} bytes`, hint);
}

/** Bytes come, but so slowly that somebody may be keeping us from newer data on purpose. */
export function tooSlow(where: string, seconds: number): UserError {
  const hint = "try another mirror, or again later: what has been fetched is kept";
  return new UserError("mirror-too-slow", `${where} was not here after ${seconds} s`, hint);
}

/** Other bytes than the index says, although it was asked for twice. */
export function wrongHash(where: string, how: string): UserError {
  const hint = "the origin, or a cache on the way, gives wrong bytes: tell its operator";
  return new UserError("mirror-wrong-hash", `${where} ${how}`, hint);
}

/** Record or index are not what a tree of ours has. */
export function malformed(where: string, how: string): UserError {
  return new UserError("mirror-malformed", `${where} ${how}`, "is it the address of a tree?");
}

/** A tree of another version than this program reads. */
export function otherFormat(format: unknown): UserError {
  const what = `${SNAPSHOT_FILE} has format ${JSON.stringify(format)?.slice(0, 20)}; this version reads format 1`;
  return new UserError("mirror-other-format", what, "install a newer version of Quaketree");
}

/** A path that leads out of the tree, stands twice, or belongs to the tree's own record. */
export function badPath(path: string, how: string): UserError {
  const shown = JSON.stringify(path.slice(0, 200));
  return new UserError("mirror-bad-path", `the index names ${shown}: ${how}`, "do not use this origin");
}

/** An older snapshot than ours, or another of the same number. */
export function rollback(how: string): UserError {
  const hint = "the origin is behind: try another, or again later; if the publisher began anew, move the folder away";
  return new UserError("mirror-rollback", `the origin has ${how}`, hint);
}

/** A snapshot so far ahead that none after it would be taken. */
export function fromFuture(how: string): UserError {
  const hint = "is the clock of this machine right? otherwise do not use this origin";
  return new UserError("mirror-from-future", `${SNAPSHOT_FILE} ${how}`, hint);
}

/** Signed otherwise than our copy, and nobody has told us which key to trust. */
export function keyChanged(before: string, now: string | undefined): UserError {
  const hint = "ask the publisher, then name the right key with --verify-key";
  const what = now === undefined ? "is not signed any more" : `is signed with key ${now}`;
  return new UserError("mirror-key-changed", `${SNAPSHOT_FILE} ${what}; so far key ${before} signed`, hint);
}

/** The origin was replaced again and again while we read it. */
export function moving(rounds: number): UserError {
  const hint = "try again: what has been fetched is kept, so that each run has less to do";
  return new UserError("mirror-moving", `the origin changed ${rounds} times while it was being copied`, hint);
}

/** All hashes fit, and yet it is no tree that can be served. */
export function unsound(how: string): UserError {
  const hint = "the origin publishes a damaged tree: tell its operator";
  return new UserError("mirror-unsound", `the tree at the origin is not sound: ${how}`, hint);
}

/** Whether an error may come from reading two snapshots as if they were one. */
export function mayBeMixed(error: unknown): boolean {
  return error instanceof UserError && MIXED.has(error.code);
}

const MIXED = new Set(["mirror-missing", "mirror-refused", "mirror-too-large", "mirror-wrong-hash", "signature-torn"]);
