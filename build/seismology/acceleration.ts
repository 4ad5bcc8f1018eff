/** Standard acceleration of free fall, m/s² (3rd CGPM, 1901; BIPM, The International System of Units, 9th ed.). */
export const STANDARD_GRAVITY = 9.80665;

/** Metres per second squared in one of each unit; a gal is a centimetre per second squared. */
export const ACCELERATION_UNITS = { "m/s²": 1, gal: 0.01, g: STANDARD_GRAVITY, "%g": STANDARD_GRAVITY / 100 } as const;

export type AccelerationUnit = keyof typeof ACCELERATION_UNITS;

export function convertAcceleration(value: number, from: AccelerationUnit, to: AccelerationUnit): number {
  return (value * ACCELERATION_UNITS[from]) / ACCELERATION_UNITS[to];
}

/** A newton metre in dyne centimetres. */
export const DYNE_CENTIMETRES = 1e7;
