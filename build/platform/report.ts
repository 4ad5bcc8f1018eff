/** Reports the progress of a command to the user. Pure code does not use it. */
export interface Report {
  /** Reports the start of a stage. */
  step(message: string): void;
  /** Reports that `done` of `total` items are finished; `total` is 0 if it is unknown. `what` names the items, such as "events". */
  progress(done: number, total: number, what: string): void;
  /** Reports a problem that does not stop the command. */
  warn(message: string): void;
}

/** Reports nothing: for tests, and for output that scripts read. */
export const silentReport: Report = { step() {}, progress() {}, warn() {} };
