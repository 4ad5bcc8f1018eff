import { readFileSync } from "node:fs";
import { readPlateFile } from "../../build/agencies/plates/plates.ts";
import { NO_PLATES, type PlateCapture, type PlatesState } from "../../build/agencies/plates/state.ts";
import { corpus } from "../support/corpus.ts";

/** Any provenance. */
export const SOME_CAPTURE: PlateCapture = {
  address: "file:///plates",
  retrievedFrom: "file:///plates",
  retrievedAt: 0,
  checkedAt: 0,
  sha256: "0".repeat(64),
  bytes: 1,
  leftOut: {},
};

const FORMS = {
  original: ["original/PB2002_boundaries.dig.txt", "original/PB2002_plates.dig.txt", "original/PB2002_steps.dat.txt"],
  geojson: ["geojson/PB2002_boundaries.json", "geojson/PB2002_plates.json", "original/PB2002_steps.csv"],
} as const;

/** Bird's model as a store has it once it has read the files of the corpus in one of their forms. */
export function birdModel(form: keyof typeof FORMS): PlatesState {
  let state: PlatesState = NO_PLATES;
  for (const path of FORMS[form]) {
    const file = readPlateFile(readFileSync(corpus(`plates/${path}`)), path);
    if (file.kind === "boundaries") state = { ...state, boundaries: { capture: SOME_CAPTURE, lines: file.lines } };
    if (file.kind === "plates") state = { ...state, plates: { capture: SOME_CAPTURE, plates: file.plates } };
    if (file.kind === "steps") state = { ...state, steps: { capture: SOME_CAPTURE, steps: file.steps } };
  }
  return state;
}
