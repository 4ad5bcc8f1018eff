import { expect } from "vitest";
import {
  type BoundaryLine,
  type BoundaryStep,
  type PlateFile,
  type PlateOutline,
  steradiansOnLeft,
} from "../../build/agencies/plates/file.ts";
import { readPlateFile } from "../../build/agencies/plates/plates.ts";
import { UserError } from "../../build/platform/error.ts";

export const read = (text: string): PlateFile => readPlateFile(new TextEncoder().encode(text), "here");

export function linesOf(file: PlateFile): BoundaryLine[] {
  if (file.kind !== "boundaries") throw new Error(`these are ${file.kind}`);
  return file.lines;
}

export function platesOf(file: PlateFile): PlateOutline[] {
  if (file.kind !== "plates") throw new Error(`these are ${file.kind}`);
  return file.plates;
}

export function stepsOf(file: PlateFile): BoundaryStep[] {
  if (file.kind !== "steps") throw new Error(`these are ${file.kind}`);
  return file.steps;
}

export const steradians = ({ polygons }: PlateOutline): number => polygons.flat().reduce((sum, ring) => sum + steradiansOnLeft(ring), 0);

/** @param message a part of the message */
export function expectRefused(text: string, message: string, code = "capture-malformed"): void {
  expect(() => read(text)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
}

export function onlyRefusals(bytes: Uint8Array): void {
  try {
    readPlateFile(bytes, "here");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
