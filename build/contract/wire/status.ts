import { z } from "zod";

const instant = z.iso.datetime();
const seconds = z.number().nonnegative();
const count = z.number().int().nonnegative();
const text = z.string();

const trouble = z.strictObject({
  code: text.describe("A short token, such as capture-stale"),
  message: text.describe("A sentence for people"),
  hint: text.optional().describe("What the operator can do; in documents of older versions only"),
});

const source = z.strictObject({
  agency: text.describe("Its key in the configuration"),
  outcome: z
    .enum(["applied", "unchanged", "in-progress", "rejected"])
    .nullable()
    .describe("What became of it in this run; null where the run did not get so far"),
  as_of: instant.nullable().describe("Its own statement of when its data were current; null where it makes none"),
  age_s: seconds
    .nullable()
    .describe("At the end of the run, since as_of, or since answered_at where there is none; null where there is neither"),
  asked_at: instant.nullable().describe("When it was last asked"),
  answered_at: instant.nullable().describe("When it last answered something that was believed"),
  stale_after_s: seconds.nullable().describe("Age from which its data count as stale; null where they do not age"),
  fresh: z.boolean().describe("Whether its age was below that at the end of the run"),
  records: count.describe("What the store holds of it"),
  changes: z
    .strictObject({ added: count, revised: count, merged: count, withdrawn: count })
    .nullable()
    .describe("What this run changed; null where it did not get so far"),
  rejected: z
    .array(trouble.extend({ what: text.describe("The host that was asked, or else the agency") }))
    .describe("What was not believed the last time, and why"),
});

const runsOfDay = z.strictObject({
  day: z.iso.date().describe("In UTC"),
  runs: count.describe("How many ended on this day"),
  stale: count.describe("Those of the outcome stale"),
  failed: count.describe("Those of the outcome failed"),
});

/** So many days of runs are kept, the last one included. */
export const STATUS_DAYS = 30;

/** `status.json`: the result of the last `rebuild`. It is not part of the snapshot, because it changes with every run. */
export const statusSchema = z.strictObject({
  format: z.literal(1),
  program: text.optional().describe("Name and version of the program, such as quaketree/0.1.0; absent in older documents"),
  run: z.strictObject({
    started_at: instant,
    finished_at: instant,
    outcome: z
      .enum(["done", "stale", "failed"])
      .describe(
        "stale: the tree was built, but an agency was rejected, an earthquake was left out, or an agency has had nothing new for too long",
      ),
    exit_code: count,
    error: trouble.nullable().describe("Why it failed"),
    seconds: z.strictObject({ ingest: seconds.nullable(), build: seconds.nullable() }),
  }),
  expected_interval_s: seconds.describe("How often a run is to be expected"),
  stale_after_s: seconds.describe("Age of as_of from which the tree counts as stale"),
  as_of: instant.describe("Of the snapshot that stands there"),
  fresh: z.boolean().describe("Whether no source was stale at the end of the run, and it did not fail"),
  snapshot: z.strictObject({ id: z.string().regex(/^[0-9a-f]{16}$/), sequence: count }),
  build: z
    .strictObject({
      recent: count,
      historical: count,
      written: count,
      unchanged: count,
      removed: count,
      bytes: count,
      left_out: z.record(text, z.record(text, count)).describe("Records that no event came of, by source and reason"),
      rejected: z
        .array(trouble.extend({ what: text.describe("The id of the earthquake") }))
        .optional()
        .describe("Earthquakes that are not in the tree, since no answer can hold them; absent where there are none"),
    })
    .nullable()
    .describe("What this run built; null where it failed before"),
  sources: z.array(source),
  days: z
    .array(runsOfDay)
    .max(STATUS_DAYS)
    .optional()
    .describe("The runs of the last 30 days, oldest first, without days on which none ended; absent in older documents"),
});

export type StatusDocument = z.output<typeof statusSchema>;
export type StatusDay = NonNullable<StatusDocument["days"]>[number];
export type StatusSource = StatusDocument["sources"][number];
