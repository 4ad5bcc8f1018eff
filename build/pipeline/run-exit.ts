/** Exit codes of a run that builds. */
export const RUN_EXIT = {
  done: 0,
  /** It failed; the tree is as it was. */
  failed: 1,
  /** Done, but an agency was rejected, an earthquake was left out, or an agency is overdue. */
  stale: 3,
} as const;
