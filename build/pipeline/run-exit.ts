/** Exit codes of a run that builds. */
export const RUN_EXIT = {
  done: 0,
  /** It could not be done; what was there is as it was. */
  failed: 1,
  /** Done, but an agency or an earthquake was set aside, or an agency has had nothing new for too long. */
  stale: 3,
} as const;
