import * as z from "zod";
import { count, dateTime, described, eventId, eventSlug, name, object } from "./common.ts";
import { EarthquakeDetail, EventCountry, EventPlate, Impact } from "./earthquake-detail.ts";

/** A UTC hour, by which changes are grouped: `2018-02-07T01`. */
const HOUR = /^\d{4}-\d\d-\d\dT\d\d$/;

export const SnapshotPosition = object("SnapshotPosition", {
  id: z.string().regex(/^[0-9a-f]{16}$/),
  sequence: count,
  as_of: dateTime,
});
export type SnapshotPosition = z.infer<typeof SnapshotPosition>;

const { historical_neighbours: _, ...own } = EarthquakeDetail.shape;

export const ChangedEarthquake = object("ChangedEarthquake", {
  ...own,
  impact: Impact.omit({ sources: true }),
  country: EventCountry.pick({ iso2: true, relation: true, distance_km: true }).nullable(),
  plate: EventPlate.pick({ code: true, boundary_distance_km: true }).nullable(),
});
export type ChangedEarthquake = z.infer<typeof ChangedEarthquake>;

export const FieldChange = object("FieldChange", {
  before: z.unknown(),
  after: z.unknown(),
});
export type FieldChange = z.infer<typeof FieldChange>;

export const RevisedEarthquake = object("RevisedEarthquake", {
  event_id: eventId,
  slug: eventSlug,
  changes: z.record(name, FieldChange),
  also_changed: z.array(name),
});
export type RevisedEarthquake = z.infer<typeof RevisedEarthquake>;

export const WithdrawnEarthquake = object("WithdrawnEarthquake", {
  event_id: eventId,
  slug: eventSlug,
  reason: z.enum(["withdrawn", "merged", "other"]),
  withdrawn_at: dateTime.nullable(),
  into: eventId.nullable(),
});
export type WithdrawnEarthquake = z.infer<typeof WithdrawnEarthquake>;

export const DepartedEarthquake = object("DepartedEarthquake", {
  event_id: eventId,
  slug: eventSlug,
});

export const ChangeEntry = object("ChangeEntry", {
  from: SnapshotPosition,
  to: SnapshotPosition,
  added: z.array(ChangedEarthquake),
  revised: z.array(RevisedEarthquake),
  withdrawn: z.array(WithdrawnEarthquake),
  left_window: z.array(DepartedEarthquake),
});
export type ChangeEntry = z.infer<typeof ChangeEntry>;

const hour = described("hour", z.string().regex(HOUR));

export const ListedHour = object("ListedHour", {
  hour,
  from: count,
  to: count,
});
export type ListedHour = z.infer<typeof ListedHour>;

export const ChangeList = object("ChangeList", {
  snapshot: SnapshotPosition,
  hours: z.array(ListedHour),
  entries: z.array(ChangeEntry),
});
export type ChangeList = z.infer<typeof ChangeList>;

export const ChangesOfHour = object("ChangesOfHour", {
  hour,
  entries: z.array(ChangeEntry),
});
export type ChangesOfHour = z.infer<typeof ChangesOfHour>;
