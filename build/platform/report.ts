/** How a command reports its progress to the user. Pure code does not use it. */
export interface Report {
  /** A stage begins. */
  step(message: string): void;
  /** `done` of `total` (`total` 0 where it is unknown) of `what`, such as "events". */
  progress(done: number, total: number, what: string): void;
  /** A problem that does not stop the command. */
  warn(message: string): void;
}

/** Reports nothing: for tests, and for output that scripts read. */
export const silentReport: Report = { step() {}, progress() {}, warn() {} };
