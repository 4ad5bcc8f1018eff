import { UserError } from "../../platform/error.ts";
import { isDig, readDig } from "./dig.ts";
import type { PlateFile } from "./file.ts";
import { readPlateGeoJson } from "./geojson.ts";
import { isStepsCsv, isStepsDat, readStepsCsv, readStepsDat } from "./steps.ts";

/**
 * Reads a file of Bird's plate model PB2002 (Bird 2003, doi:10.1029/2001GC000252): boundaries, plates or steps,
 * original or GeoJSON. What it is its content tells, not its name.
 *
 * @param bytes text, not compressed
 * @param where the address, for messages
 * @throws UserError `capture-empty`, `capture-truncated`, `capture-malformed` with the line or the feature
 */
export function readPlateFile(bytes: Uint8Array, where: string): PlateFile {
  // Names of authors may be in Latin-1; everything else of these files is ASCII, and a wrong byte elsewhere is told
  // below.
  const text = new TextDecoder("utf-8").decode(bytes);
  if (text.trim() === "") throw new UserError("capture-empty", `plates: ${where} is empty: no content at all`);
  if (/^\s*[{[]/.test(text)) return readPlateGeoJson(text, where);
  if (isStepsCsv(text)) return readStepsCsv(text, where);
  if (isStepsDat(text)) return readStepsDat(text, where);
  if (isDig(text)) return readDig(text, where);
  const kind = /^\s*</.test(text) ? "a page of a web site" : "no file that we know";
  const hint = "boundaries and plates are .dig or GeoJSON files, steps are PB2002_steps.dat, its CSV, or GeoJSON";
  throw new UserError("capture-malformed", `plates: ${where} is ${kind}, and no file of Bird's plate model`, hint);
}
