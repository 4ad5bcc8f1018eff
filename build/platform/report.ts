/** How a command tells a person what it is doing. Pure code never sees one; commands get one passed in. */
export interface Report {
  /** A stage begins. */
  step(message: string): void;
  /** `done` of `total` (`total` 0 where it is unknown) of `what`, such as "events". */
  progress(done: number, total: number, what: string): void;
  /** Something is wrong that does not stop the command. */
  warn(message: string): void;
}

/** Says nothing: for tests, and where a script reads the result. */
export const silentReport: Report = { step() {}, progress() {}, warn() {} };
