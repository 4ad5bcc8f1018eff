import { z } from "zod";
import { ALERT_LEVELS } from "../../contract/texts/vocabulary.ts";
import { UserError } from "../../platform/error.ts";
import { type AgencyEvent, IMPACT_PRODUCTS, type ImpactProduct } from "../../store/records.ts";
import { jsonLines, readStateFile, writeStateFile } from "../../store/store.ts";

const FILE = "usgs/details.json";

const instant = z.number().int();

const detailSchema = z.strictObject({
  /** Every id of the event then, sorted. */
  ids: z.array(z.string().min(1)).min(1),
  /** The event's `updated` that this is the detail of, ms since 1970 UTC. */
  updated: instant,
  /** When it was asked for, ms since 1970 UTC by our own clock; never part of an answer. */
  askedAt: instant,
  /** Whether what came was no detail: it is asked for again, and what an earlier one said stays. */
  failed: z.boolean(),
  products: z.array(
    z.strictObject({
      product: z.enum(IMPACT_PRODUCTS),
      contributor: z.string().min(1),
      updated: instant,
      alert: z.enum(ALERT_LEVELS).nullable(),
      feltReports: z.number().int().nonnegative().nullable(),
      maxIntensity: z.number().min(0).max(12).nullable(),
    }) satisfies z.ZodType<ImpactProduct>,
  ),
});

/** What was read of the detail of one event. */
export type EventDetail = z.infer<typeof detailSchema>;

const schema = z.strictObject({ format: z.literal(1), details: z.array(detailSchema) });

/**
 * The details that a store has. A file that is damaged counts as none: whatever was in it can be asked for again.
 *
 * @param dir folder of the store
 * @throws UserError `store-unreadable`
 */
export async function readDetails(dir: string): Promise<EventDetail[]> {
  try {
    return (await readStateFile(dir, FILE, schema))?.details ?? [];
  } catch (error) {
    if (error instanceof UserError && error.code === "store-malformed") return [];
    throw error;
  }
}

/** A line for each event, by first id. @throws UserError `store-unwritable` */
export async function writeDetails(dir: string, details: readonly EventDetail[]): Promise<void> {
  const lines = details.toSorted((a, b) => ((a.ids[0] ?? "") < (b.ids[0] ?? "") ? -1 : 1));
  await writeStateFile(dir, FILE, `{"format":1,"details":${jsonLines(lines)}}\n`);
}

/** The newest detail of each id. */
export function detailsById(details: readonly EventDetail[]): Map<string, EventDetail> {
  const byId = new Map<string, EventDetail>();
  for (const detail of details.toSorted((a, b) => a.updated - b.updated))
    for (const id of detail.ids) byId.set(id, detail);
  return byId;
}

/** The detail of an event, under whatever id it was asked for. */
export function detailOf(
  { id, ids }: Pick<AgencyEvent, "id" | "ids">,
  byId: ReadonlyMap<string, EventDetail>,
): EventDetail | undefined {
  return byId.get(id) ?? ids.map((other) => byId.get(other)).find((detail) => detail !== undefined);
}

/** The events, with what products say of their impact where that is known. */
export function withDetails(events: readonly AgencyEvent[], details: readonly EventDetail[]): AgencyEvent[] {
  const byId = detailsById(details);
  return events.map((event) => {
    const products = byId.size === 0 ? undefined : detailOf(event, byId)?.products;
    return products && products.length > 0 ? { ...event, impactProducts: products } : event;
  });
}
