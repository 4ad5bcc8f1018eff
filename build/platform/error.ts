/**
 * An error that the user can correct: a missing tree, a port in use, a capture that is not JSON. Shown as one line: what and where,
 * then what to do.
 */
export class UserError extends Error {
  /** Stable, for scripts: `config-invalid`, `capture-malformed`, … */
  readonly code: string;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.name = "UserError";
    this.code = code;
    this.hint = hint;
  }
}
