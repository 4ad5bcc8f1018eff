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
