import * as z from "zod";
import { BOUNDARY_CLASSES } from "../../contract/texts/vocabulary.ts";
import { jsonLines, readStateFile, writeStateFile } from "../../store/store.ts";
import { amount, counts, hash, instant } from "../reading.ts";
import type { BoundaryLine, BoundaryStep, PlateOutline } from "./file.ts";

/** The files of the plate model. */
export const PLATE_PARTS = ["boundaries", "plates", "steps"] as const;
export type PlatePart = (typeof PLATE_PARTS)[number];

const STATE_FILE = "plates/state.json";

const code = z.string().regex(/^[A-Z]{2}$/);
const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const point = z.tuple([longitude, latitude]);
const sides = { left: code, right: code, subducting: z.enum(["left", "right"]).nullable() };

const capture = z.strictObject({
  /** The configured address. */
  address: z.string(),
  /** The address after redirects. */
  retrievedFrom: z.string(),
  /** ms since 1970 UTC by the local clock: the time when these bytes were read, and the time when they were last found unchanged. */
  retrievedAt: instant,
  checkedAt: instant,
  /** SHA-256 of the uncompressed bytes. */
  sha256: hash,
  bytes: amount,
  etag: z.string().exactOptional(),
  lastModified: z.string().exactOptional(),
  leftOut: counts,
});

/** The provenance of a part of the model. */
export type PlateCapture = z.infer<typeof capture>;

const line: z.ZodType<BoundaryLine> = z.strictObject({ ...sides, line: z.array(point).min(2) });
const step: z.ZodType<BoundaryStep> = z.strictObject({ ...sides, from: point, to: point, class: z.enum(BOUNDARY_CLASSES) });
const ring = z.array(z.number().min(-180).max(180)).min(6);
const outline: z.ZodType<PlateOutline> = z.strictObject({ code, polygons: z.array(z.array(ring).min(1)).min(1) });

const failure = z.strictObject({
  address: z.string(),
  /** ms since 1970 UTC by the local clock: the time of the last failure, and the time when a request is allowed again. */
  at: instant,
  until: instant,
  /** Number of consecutive failures. */
  times: z.number().int().positive(),
  code: z.string(),
  reason: z.string(),
});

/** The last failure of a part. */
export type PlateFailure = z.infer<typeof failure>;

const stateSchema = z.strictObject({
  format: z.literal(1),
  agency: z.literal("plates"),
  boundaries: z.strictObject({ capture, lines: z.array(line) }).nullable(),
  plates: z.strictObject({ capture, plates: z.array(outline) }).nullable(),
  steps: z.strictObject({ capture, steps: z.array(step) }).nullable(),
  failures: z.strictObject({ boundaries: failure.exactOptional(), plates: failure.exactOptional(), steps: failure.exactOptional() }),
});

/** The last valid state of the plate model; a part that was never read is null. */
export type PlatesState = z.infer<typeof stateSchema>;

/** The state before the first request. */
export const NO_PLATES: PlatesState = { format: 1, agency: "plates", boundaries: null, plates: null, steps: null, failures: {} };

/**
 * Reads the stored plate model; undefined if it was never requested.
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readPlatesState(dir: string): Promise<PlatesState | undefined> {
  return readStateFile(dir, STATE_FILE, stateSchema);
}

/**
 * Writes one JSON document with one line for each boundary, plate and step, so that common tools can compare it.
 *
 * @param dir folder of the store
 * @throws UserError `store-unwritable`
 */
export async function writePlatesState(dir: string, state: PlatesState): Promise<void> {
  const { boundaries, plates, steps, failures } = state;
  const parts = [
    `"format":1,"agency":"plates","failures":${JSON.stringify(failures)}`,
    `"boundaries":${boundaries ? partText(boundaries.capture, "lines", boundaries.lines) : null}`,
    `"plates":${plates ? partText(plates.capture, "plates", plates.plates) : null}`,
    `"steps":${steps ? partText(steps.capture, "steps", steps.steps) : null}`,
  ];
  await writeStateFile(dir, STATE_FILE, `{${parts.join(",\n")}}\n`);
}

function partText(provenance: PlateCapture, name: string, list: readonly unknown[]): string {
  return `{"capture":${JSON.stringify(provenance)},"${name}":${jsonLines(list)}}`;
}
