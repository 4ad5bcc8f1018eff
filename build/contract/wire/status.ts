import * as z from "zod";

const instant = z.iso.datetime();
const seconds = z.number().nonnegative();
const count = z.number().int().nonnegative();
const text = z.string();

const trouble = z.strictObject({
  code: text,
  message: text,
  hint: text.optional(),
});

const source = z.strictObject({
  agency: text,
  outcome: z.enum(["applied", "unchanged", "in-progress", "rejected"]).nullable(),
  as_of: instant.nullable(),
  age_s: seconds.nullable(),
  asked_at: instant.nullable(),
  answered_at: instant.nullable(),
  stale_after_s: seconds.nullable(),
  fresh: z.boolean(),
  records: count,
  changes: z.strictObject({ added: count, revised: count, merged: count, withdrawn: count }).nullable(),
  rejected: z.array(trouble.extend({ what: text })),
});

const runsOfDay = z.strictObject({
  day: z.iso.date(),
  runs: count,
  stale: count,
  failed: count,
});

/** So many days of runs are kept, the last one included. */
export const STATUS_DAYS = 30;

/** `status.json`: the result of the last `rebuild`. It is not part of the snapshot, because it changes with every run. */
export const statusSchema = z.strictObject({
  format: z.literal(1),
  program: text.optional(),
  run: z.strictObject({
    started_at: instant,
    finished_at: instant,
    outcome: z.enum(["done", "stale", "failed"]),
    exit_code: count,
    error: trouble.nullable(),
    seconds: z.strictObject({ ingest: seconds.nullable(), build: seconds.nullable() }),
  }),
  expected_interval_s: seconds,
  stale_after_s: seconds,
  as_of: instant,
  fresh: z.boolean(),
  snapshot: z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/), sequence: count }),
  build: z
    .strictObject({
      recent: count,
      historical: count,
      written: count,
      unchanged: count,
      removed: count,
      bytes: count,
      left_out: z.record(text, z.record(text, count)),
      rejected: z.array(trouble.extend({ what: text })).optional(),
    })
    .nullable(),
  sources: z.array(source),
  days: z.array(runsOfDay).max(STATUS_DAYS).optional(),
});

export type StatusDocument = z.output<typeof statusSchema>;
export type StatusDay = NonNullable<StatusDocument["days"]>[number];
export type StatusSource = StatusDocument["sources"][number];
