/**
 * An error that the user can correct: a missing tree, a port in use, a capture that is not JSON. It is shown as one line, which
 * says where and what the problem is and how to solve it.
 */
export class UserError extends Error {
  /** Stable code for scripts: `config-invalid`, `capture-malformed`, … */
  readonly code: string;
  /** How to solve the problem. */
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.name = "UserError";
    this.code = code;
    this.hint = hint;
  }
}
