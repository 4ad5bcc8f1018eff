/** A connection and a machine. */
export interface Profile {
  name: string;
  /** Downwards; half of it upwards. */
  mbit: number;
  /** Added to each request. */
  latencyMs: number;
  /** How many times slower the processor is. */
  slower: number;
}

/** Those of Lighthouse 12: `mobileSlow4G` and `desktopDense4G` (core/config/constants.js). */
export const PROFILES: readonly Profile[] = [
  { name: "1.6 Mbit/s, 150 ms a request, a processor 4 times slower", mbit: 1.6, latencyMs: 150, slower: 4 },
  { name: "10 Mbit/s, 40 ms a request", mbit: 10, latencyMs: 40, slower: 1 },
];

/** First visits that are measured of each. */
export const PAINTS = 5;
