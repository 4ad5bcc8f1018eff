import { z } from "zod";
import { BOUNDARY_CLASSES } from "../../contract/texts/vocabulary.ts";
import type { LeftOut } from "../../store/records.ts";
import { readStateFile, writeStateFile } from "../../store/store.ts";
import type { BoundaryLine, BoundaryStep, PlateOutline } from "./file.ts";

/** The files of which the plate model consists. */
export const PLATE_PARTS = ["boundaries", "plates", "steps"] as const;
export type PlatePart = (typeof PLATE_PARTS)[number];

/** The provenance of a part of the model. */
export interface PlateCapture {
  /** As the configuration has it. */
  address: string;
  /** After redirects. */
  retrievedFrom: string;
  /**
   * ms since 1970 UTC by our own clock: when these bytes came, and when they were last found to be the agency's still.
   */
  retrievedAt: number;
  checkedAt: number;
  /** Of the uncompressed bytes. */
  sha256: string;
  bytes: number;
  etag?: string;
  lastModified?: string;
  leftOut: LeftOut;
}

/** Why a part could not be had the last time. */
export interface PlateFailure {
  address: string;
  /** ms since 1970 UTC by our own clock; and when it may be asked for again. */
  at: number;
  until: number;
  /** How often in a row. */
  times: number;
  code: string;
  reason: string;
}

/** The last good state of the plate model; a part that never came is null. */
export interface PlatesState {
  format: 1;
  agency: "plates";
  boundaries: { capture: PlateCapture; lines: BoundaryLine[] } | null;
  plates: { capture: PlateCapture; plates: PlateOutline[] } | null;
  steps: { capture: PlateCapture; steps: BoundaryStep[] } | null;
  failures: Partial<Record<PlatePart, PlateFailure>>;
}

/** What is known before anything was asked. */
export const NO_PLATES: PlatesState = {
  format: 1,
  agency: "plates",
  boundaries: null,
  plates: null,
  steps: null,
  failures: {},
};

const STATE_FILE = "plates/state.json";

const instant = z.number().int();
const code = z.string().regex(/^[A-Z]{2}$/);
const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const point = z.tuple([longitude, latitude]);
const sides = { left: code, right: code, subducting: z.enum(["left", "right"]).nullable() };

const capture = z.strictObject({
  address: z.string(),
  retrievedFrom: z.string(),
  retrievedAt: instant,
  checkedAt: instant,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  leftOut: z.record(z.string(), z.number().int().positive()),
});

const line = z.strictObject({ ...sides, source: z.string(), line: z.array(point).min(2) });
const ring = z.array(z.number().min(-180).max(180)).min(6);
const outline = z.strictObject({ code, polygons: z.array(z.array(ring).min(1)).min(1) });
const step = z.strictObject({
  ...sides,
  from: point,
  to: point,
  class: z.enum(BOUNDARY_CLASSES),
  inOrogen: z.boolean(),
  velocity: z
    .strictObject({ speed: z.number(), azimuth: z.number(), opening: z.number(), rightLateral: z.number() })
    .nullable(),
});
const failure = z.strictObject({
  address: z.string(),
  at: instant,
  until: instant,
  times: z.number().int().positive(),
  code: z.string(),
  reason: z.string(),
});

const stateSchema = z.strictObject({
  format: z.literal(1),
  agency: z.literal("plates"),
  boundaries: z.strictObject({ capture, lines: z.array(line) }).nullable(),
  plates: z.strictObject({ capture, plates: z.array(outline) }).nullable(),
  steps: z.strictObject({ capture, steps: z.array(step) }).nullable(),
  failures: z.strictObject({
    boundaries: failure.optional(),
    plates: failure.optional(),
    steps: failure.optional(),
  }),
}) as z.ZodType<PlatesState>;

/**
 * The plate model that a store holds; undefined where it was never asked for.
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readPlatesState(dir: string): Promise<PlatesState | undefined> {
  return readStateFile(dir, STATE_FILE, stateSchema);
}

/**
 * One JSON document with a line for each boundary, plate and step, so that it can be compared with everyday tools.
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
  const rows = list.map((item) => `\n${JSON.stringify(item)}`).join(",");
  return `{"capture":${JSON.stringify(provenance)},"${name}":[${rows}]}`;
}
