import { UserError } from "./error.ts";

const CAUSES: Record<string, readonly [cause: string, hint: string]> = {
  EACCES: ["permission denied", "choose a folder that you may write, or change its rights"],
  EPERM: ["not permitted", "choose a folder that you may write, or change its rights"],
  EROFS: ["the file system is read-only", "choose a folder on another one"],
  ENOTDIR: ["a part of its path is a file", "choose another folder"],
  EEXIST: ["a part of its path is a file", "choose another folder"],
  ENOENT: ["it cannot be made there", "choose another folder"],
  ENOSPC: ["the disk is full", "the tree before is as it was; make room and run again"],
  EDQUOT: ["the disk quota is used up", "the tree before is as it was; make room and run again"],
  EIO: ["the disk fails", "the tree before is as it was; look at the disk before you run again"],
  EMFILE: ["too many files are open", "the tree before is as it was; raise the limit (`ulimit -n`) and run again"],
  ENFILE: ["too many files are open", "the tree before is as it was; run again when the machine has less to do"],
  EBUSY: ["it is in use, or a mount point that cannot be renamed", "use a folder inside it"],
  ENAMETOOLONG: ["a name in it is too long", "choose a shorter path"],
};

/** An error of the file system as one that a person can mend, with the folder in question; any other error as it is. */
export function explain(error: unknown, dir: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const known = syscall === undefined ? undefined : CAUSES[code ?? ""];
  if (!known) return error;
  return new UserError("folder-unwritable", `cannot write ${dir}: ${known[0]}`, known[1]);
}
