import type { Problem } from "../../contract/wire/problem.ts";
import type { SnapshotInfo } from "./source.ts";

/**
 * An answer that is a problem document (RFC 9457): a parameter that is not valid, an address that is not there, a withdrawn
 * earthquake. The same for an API host and for a bare tree.
 *
 * @example
 * try {
 *   await client.recent({ limit: 1000 });
 * } catch (error) {
 *   if (error instanceof QuaketreeProblem) console.log(error.status, error.problem.errors);
 * }
 */
export class QuaketreeProblem extends Error {
  /** `problem`, whatever the kind; `problem.type` tells the kinds apart. */
  readonly code = "problem";
  /** The HTTP status. */
  readonly status: number;
  /** The document as it was received. */
  readonly problem: Problem;
  /** What answered; its fields are undefined where the host did not say. */
  readonly snapshot: SnapshotInfo;

  constructor(problem: Problem, snapshot: SnapshotInfo) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.name = "QuaketreeProblem";
    this.status = problem.status;
    this.problem = problem;
    this.snapshot = snapshot;
  }
}

/**
 * `unreachable`: no response, or one of a server in trouble. `not-quaketree`: a response, but not of an API host or tree.
 * `tree-malformed`: a tree that has lost a file, or has another one than its index names, for longer than publishing takes.
 */
export type QuaketreeErrorCode = "unreachable" | "not-quaketree" | "tree-malformed";

/**
 * There is no answer, not even a problem document. What was aborted is rejected with the reason of its signal instead.
 *
 * @example
 * if (error instanceof QuaketreeError && error.code === "unreachable") showOfflineNote();
 */
export class QuaketreeError extends Error {
  readonly code: QuaketreeErrorCode;

  constructor(code: QuaketreeErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "QuaketreeError";
    this.code = code;
  }
}
