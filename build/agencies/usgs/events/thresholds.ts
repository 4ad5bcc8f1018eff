/** From where on the USGS is not believed; every figure may be set in the configuration. */
export interface UsgsThresholds {
  /** A capture that lacks more than this share of our events that belong in it, and at least three, is set aside. */
  missingShare: number;
  /**
   * A feed in which nothing changed for so many times the mean time between its events is frozen. Of a steady flow 24 is
   * e^-24; the longest silence in 21 uncut feeds of 2013-2025 was 22 minutes, a fifth of the least that counts.
   */
  silentIntervals: number;
  /** An event counts as withdrawn when so many good captures in a row lacked it … */
  absentCaptures: number;
  /** … over this many hours. Replicas have disagreed on single events for a day, so a row brings it back at once. */
  absentHours: number;
}

export const USGS_THRESHOLDS: UsgsThresholds = {
  missingShare: 0.2,
  silentIntervals: 24,
  absentCaptures: 6,
  absentHours: 12,
};

/** As a configuration names them. */
export interface GivenThresholds {
  missing_share?: number | undefined;
  silent_intervals?: number | undefined;
  absent_captures?: number | undefined;
  absent_hours?: number | undefined;
}

/** With the defaults for what is not given. */
export function usgsThresholds(given: GivenThresholds): UsgsThresholds {
  return {
    missingShare: given.missing_share ?? USGS_THRESHOLDS.missingShare,
    silentIntervals: given.silent_intervals ?? USGS_THRESHOLDS.silentIntervals,
    absentCaptures: given.absent_captures ?? USGS_THRESHOLDS.absentCaptures,
    absentHours: given.absent_hours ?? USGS_THRESHOLDS.absentHours,
  };
}
