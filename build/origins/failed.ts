import type { UserError } from "../platform/error.ts";
import { codeOf, reasonOf } from "../platform/http/bytes.ts";
import { unreachable } from "./mirror-errors.ts";

/** An answer that failed: what to tell of it, and whether the same request may succeed. */
export class Failed extends Error {
  readonly error: UserError;
  readonly again: boolean;
  /** How long the server wants to be left alone, ms. */
  readonly wait: number;

  constructor(error: UserError, again: boolean, wait = 0) {
    super(error.message);
    this.name = "Failed";
    this.error = error;
    this.again = again;
    this.wait = wait;
  }
}

/** Whatever was thrown on the way, as a failure to reach `where`. */
export function failureOf(error: unknown, where: string): Failed {
  if (error instanceof Failed) return error;
  // Undici's own objections to a request have no cause; "terminated" it says of an answer that was cut.
  const hopeless = error instanceof TypeError && error.cause === undefined && error.message !== "terminated";
  return new Failed(unreachable(where, reasonOf(error)), !hopeless && codeOf(error) !== "ENOTFOUND");
}
