import type { RotationPole } from "../../../seismology/plate-motion.ts";

/** A plate with its pole. */
export interface PlateOfTool extends RotationPole {
  code: string;
  name: string;
}

export interface LineOfTool {
  /** Codes of the plates on either side. */
  plates: readonly [string, string];
  /** `[longitude, latitude]` in degrees; never across the antimeridian. */
  line: readonly (readonly [number, number])[];
}

/** The boundaries of the plates, those near the point at first. */
export interface MotionData {
  plates: readonly PlateOfTool[];
  lines: readonly LineOfTool[];
  /** Whether the lines are all there are. */
  whole: boolean;
}
