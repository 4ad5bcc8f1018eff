import type { PlateCapture } from "../../../build/agencies/plates/state.ts";

/** Where the files lie does not matter here. */
export const NO_CAPTURE: PlateCapture = {
  address: "",
  retrievedFrom: "",
  retrievedAt: 0,
  checkedAt: 0,
  sha256: "0".repeat(64),
  bytes: 0,
  leftOut: {},
};
