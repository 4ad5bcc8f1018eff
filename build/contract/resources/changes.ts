import { z } from "zod";
import { count, dateTime, eventId, eventSlug, name } from "./common.ts";
import { EarthquakeDetail, Impact } from "./earthquake-detail.ts";
import { EventCountry, EventPlate } from "./event-parts.ts";

/** A UTC hour, by which changes are grouped: `2018-02-07T01`. */
const HOUR = /^\d{4}-\d\d-\d\dT\d\d$/;

export const SnapshotPosition = z
  .strictObject({
    id: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ description: "Id of the snapshot, as `X-Snapshot` states it.", examples: ["0c1f0ab104019a9f"] }),
    sequence: count.meta({ description: "Its number; it grows with every change.", examples: [4] }),
    as_of: dateTime.meta({ description: "The instant that it is as of, UTC.", examples: ["2018-02-07T01:49:14.000Z"] }),
  })
  .meta({ description: "A snapshot, as changes name it." });
export type SnapshotPosition = z.infer<typeof SnapshotPosition>;

const { historical_neighbours: _, ...own } = EarthquakeDetail.shape;

export const ChangedEarthquake = z
  .strictObject({
    ...own,
    impact: Impact.omit({ sources: true }).meta({ description: "What the earthquake did; without who says it." }),
    country: EventCountry.pick({ iso2: true, relation: true, distance_km: true })
      .nullable()
      .meta({ description: "The country in or off which the earthquake was; null on the high seas." }),
    plate: EventPlate.pick({ code: true, boundary_distance_km: true })
      .nullable()
      .meta({ description: "The tectonic plate on which the epicentre lies; null where the position is not known." }),
  })
  .meta({ description: "The earthquake's own part of its full record: without what that says of other things." });
export type ChangedEarthquake = z.infer<typeof ChangedEarthquake>;

export const FieldChange = z
  .strictObject({
    before: z.unknown().meta({ description: "What it was.", examples: [6.1] }),
    after: z.unknown().meta({ description: "What it is now.", examples: [6.4] }),
  })
  .meta({ description: "A field that has another value than before; null where it had or has none." });
export type FieldChange = z.infer<typeof FieldChange>;

export const RevisedEarthquake = z
  .strictObject({
    event_id: eventId,
    slug: eventSlug,
    changes: z.record(name, FieldChange).meta({
      description:
        "The fields of ChangedEarthquake that differ, by name, those of an object behind a dot " +
        "(`impact.felt_reports`). `event_id` is among them where another agency's id is preferred now: its `before` is " +
        "the id that you know the earthquake by.",
    }),
    also_changed: z.array(name).meta({
      description: "Names of other fields of the full record that differ: who says what, its country, its plate, the earthquakes near it.",
    }),
  })
  .meta({ description: "An earthquake whose record is another than before." });
export type RevisedEarthquake = z.infer<typeof RevisedEarthquake>;

export const WithdrawnEarthquake = z
  .strictObject({
    event_id: eventId,
    slug: eventSlug,
    reason: z.enum(["withdrawn", "merged", "other"]).meta({
      description:
        "`withdrawn`: the agency has deleted it. `merged`: it was the same earthquake as another. `other`: it counts " +
        "no longer, for example because its depth is unknown now or it was a blast.",
      examples: ["withdrawn"],
    }),
    withdrawn_at: dateTime.nullable().meta({
      description: "When the agency's deletion was noticed, UTC; null for other reasons.",
      examples: ["2018-02-07T01:48:00.000Z"],
    }),
    into: eventId.nullable().meta({
      description: "The event that it is one with, where it was merged; otherwise null.",
      examples: [null],
    }),
  })
  .meta({ description: "A withdrawn earthquake." });
export type WithdrawnEarthquake = z.infer<typeof WithdrawnEarthquake>;

export const DepartedEarthquake = z
  .strictObject({ event_id: eventId, slug: eventSlug })
  .meta({ description: "An earthquake that is older than 720 hours now, and not of the historical catalogue." });
export type DepartedEarthquake = z.infer<typeof DepartedEarthquake>;

export const ChangeEntry = z
  .strictObject({
    from: SnapshotPosition,
    to: SnapshotPosition,
    added: z.array(ChangedEarthquake).meta({ description: "Earthquakes that are new, newest first." }),
    revised: z.array(RevisedEarthquake).meta({ description: "Those whose records differ, newest first." }),
    withdrawn: z.array(WithdrawnEarthquake).meta({ description: "Withdrawn earthquakes, newest first." }),
    left_window: z.array(DepartedEarthquake).meta({
      description: "Those that have become too old to be served, newest first. Nothing was wrong with them.",
    }),
  })
  .meta({ description: "All that changed from one snapshot to a later one, with nothing left out between." });
export type ChangeEntry = z.infer<typeof ChangeEntry>;

const hour = z
  .string()
  .regex(HOUR)
  .meta({ description: "UTC hour of the entries' `to.as_of`.", examples: ["2018-02-07T01"] });

export const ListedHour = z
  .strictObject({
    hour,
    from: count.meta({ description: "Sequence number of the snapshot before its first entry.", examples: [3] }),
    to: count.meta({ description: "Sequence number of the snapshot after its last entry.", examples: [4] }),
  })
  .meta({ description: "An hour in which there were changes: `/api/changes/{hour}/` has them." });
export type ListedHour = z.infer<typeof ListedHour>;

export const ChangeList = z
  .strictObject({
    snapshot: SnapshotPosition.meta({ description: "The newest snapshot." }),
    hours: z.array(ListedHour).meta({
      description: "The hours of the last week that have changes, oldest first; each leads on from the one before.",
    }),
    entries: z.array(ChangeEntry).meta({
      description: "The newest entries of these hours, oldest first: a few, or none where they are large.",
    }),
  })
  .meta({ description: "The latest changes, and the hours that have the earlier ones." });
export type ChangeList = z.infer<typeof ChangeList>;

export const ChangesOfHour = z
  .strictObject({ hour, entries: z.array(ChangeEntry).meta({ description: "Oldest first; each leads on from the one before." }) })
  .meta({ description: "The changes of an hour." });
export type ChangesOfHour = z.infer<typeof ChangesOfHour>;
