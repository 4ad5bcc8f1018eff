import { UserError } from "../platform/error.ts";

/** Somebody else publishes to the same target. */
export function publishing(name: string, seconds: number): UserError {
  const hint = `wait for it; one that was killed counts for nothing ${seconds} s after its last sign of life`;
  return new UserError("publish-running", `another publisher is writing ${name}`, hint);
}

/** Another publisher took the target over while this one stood still. */
export function overtaken(name: string): UserError {
  const hint = "run again: it completes what is left, whoever began it";
  return new UserError("publish-overtaken", `another publisher has taken over ${name}`, hint);
}

/**
 * What is there is newer than what was to be put in its place.
 *
 * @param otherwise what else helps than to build on what is there
 */
export function backwards(name: string, tree: string, how: string, otherwise: string): UserError {
  const goOn = `to go on from there, move ${tree} away, run \`quaketree mirror ${name} ${tree}\`, and build again`;
  const hint = `${goOn}; or ${otherwise}: then mirrors refuse what comes until it is newer`;
  return new UserError("publish-backwards", `${name} has ${how}`, hint);
}

/** Objects that are not a tree's lie where the tree is to go. */
export function notEmpty(name: string, example: string): UserError {
  const hint = "choose another prefix, like s3://bucket/quakes, or say --anew to publish beside them";
  return new UserError("target-not-a-tree", `${name} holds ${example}, which is not of a tree`, hint);
}

/** A file of the tree at hand is not what its index says. */
export function unpublishable(path: string, how: string): UserError {
  const hint = "nothing of it was published: delete the folder and run `quaketree build` again";
  return new UserError("tree-damaged", `${path} ${how}`, hint);
}
