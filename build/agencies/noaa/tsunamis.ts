import { isDeepStrictEqual } from "node:util";
import type { Change } from "../../store/agency.ts";
import type { NoaaTable, NoaaTsunami } from "./event.ts";
import { TSUNAMI } from "./hazel.ts";
import { checkGone } from "./plausibility.ts";
import { historicalRecords } from "./record.ts";
import type { NoaaState } from "./state.ts";

/**
 * Brings the tsunamis that we hold up to date with a table: the rows of a complete one take the place of ours, those of another
 * are added. What changes for an earthquake counts as a revision of it.
 *
 * @throws UserError `capture-shrunk`
 */
export function applyTsunamis(
  { events, tsunamis }: Pick<NoaaState, "events" | "tsunamis">,
  table: NoaaTable<NoaaTsunami>,
  where: string,
): { rows: NoaaTsunami[]; changes: Change[] } {
  const unreadable = new Set(table.unreadable.map(({ what }) => what));
  const byId = new Map(table.rows.map((row) => [row.id, row]));
  const missing = tsunamis.rows.filter(({ id }) => !byId.has(id));
  const stay = missing.filter(({ id }) => !table.complete || table.anonymous || unreadable.has(TSUNAMI + id));
  const error = checkGone(where, tsunamis.rows.length, missing.length - stay.length);
  if (error) throw error;
  const rows = [...stay, ...table.rows].toSorted((a, b) => a.id - b.id);
  const before = historicalRecords(events.rows, tsunamis.rows).records;
  const after = historicalRecords(events.rows, rows).records;
  const changes = after.flatMap((record, at): Change[] => {
    const was = before[at];
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(was?.[field], record[field]));
    return fields.length === 0 ? [] : [{ kind: "revised", id: record.id, fields }];
  });
  return { rows, changes };
}

const FIELDS = ["tsunami", "tsunamiEventId", "maxWaterHeightM"] as const;
