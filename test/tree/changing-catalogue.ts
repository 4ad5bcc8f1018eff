import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXAMPLES } from "../../build/answers/openapi/descriptions.ts";
import type {
  ChangeEntry,
  ChangeList,
  ChangesOfHour,
  EarthquakeDetail,
  SnapshotPosition,
} from "../../build/contract/resources/resources.ts";
import { eventSlug } from "../../build/contract/wire/slug.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import { historySteps } from "../../build/tree/history/steps.ts";
import type { WriteTreeOptions, WrittenTree } from "../../build/tree/write-tree.ts";
import { EMPTY_INPUT } from "../rewrite/tree-in-memory.ts";
import { file, plant } from "./tiny-tree.ts";

/** A catalogue as tests keep it: events by id, ids that are withdrawn and when, ms since 1970 UTC. */
export interface TestCatalogue {
  events: ReadonlyMap<string, EarthquakeDetail>;
  withdrawn: ReadonlyMap<string, number>;
}

const HUALIEN_DETAIL = EXAMPLES.earthquake.body as EarthquakeDetail;

export const EMPTY: TestCatalogue = { events: new Map(), withdrawn: new Map() };

/** The record of an event, with the slug that it has by what it says. */
export function event(event_id: string, more: Partial<EarthquakeDetail> = {}): EarthquakeDetail {
  const one = { ...HUALIEN_DETAIL, event_id, aliases: [], ...more };
  return { ...one, slug: eventSlug({ id: event_id, magnitude: one.magnitude, place: one.place_description }) };
}

export function catalogue(...events: EarthquakeDetail[]): TestCatalogue {
  return { events: new Map(events.map((one) => [one.event_id, one])), withdrawn: new Map() };
}

/** Plants a tree with the details and ids of a catalogue, and the change feed. @param asOf ISO 8601 */
export function plantCatalogue(
  out: string,
  { events, withdrawn }: TestCatalogue,
  asOf: string,
  more: Partial<WriteTreeOptions> = {},
): Promise<WrittenTree> {
  const shards = makeShards({
    ...EMPTY_INPUT,
    asOf: Date.parse(asOf),
    ids: [...events.values()].map(({ event_id: id, aliases, slug }) => ({ slug, ids: [id, ...aliases], time: null })),
    withdrawn: [...withdrawn].map(([id, withdrawnAt]) => ({ id, withdrawnAt })),
  });
  const files = [
    file("api.json", JSON.stringify({ snapshot: { as_of: asOf } })),
    ...shards.files.map(({ path, bytes }): TreeFile => ({ path, bytes, section: "shards", cache: "immutable", compress: false })),
    ...[...events.values()].map((one) =>
      file(`api/v1/earthquakes/${one.slug}.json`, JSON.stringify(one), { section: "earthquakes", compress: false }),
    ),
  ];
  const snapshot = { as_of: asOf, sources: [], shards: shards.manifest };
  return plant(out, files, { snapshot, steps: historySteps(), ...more });
}

export function listOf(dir: string): ChangeList {
  return JSON.parse(readFileSync(join(dir, "api/changes.json"), "utf8")) as ChangeList;
}

export function hourOf(dir: string, hour: string): ChangesOfHour {
  return JSON.parse(readFileSync(join(dir, `api/changes/${hour}.json`), "utf8")) as ChangesOfHour;
}

/** Every entry that a tree has, oldest first. */
export function entriesOf(dir: string): ChangeEntry[] {
  if (!existsSync(join(dir, "api/changes.json"))) return [];
  return listOf(dir).hours.flatMap(({ hour }) => hourOf(dir, hour).entries);
}

/** The entries that lead on from a snapshot; undefined where there is a gap. */
export function entriesSince(dir: string, { id, sequence }: SnapshotPosition): ChangeEntry[] | undefined {
  const { snapshot } = listOf(dir);
  if (snapshot.id === id && snapshot.sequence === sequence) return [];
  const all = entriesOf(dir);
  const first = all.findIndex(({ from }) => from.id === id && from.sequence === sequence);
  return first < 0 ? undefined : all.slice(first);
}

/** What a client keeps that knows nothing but the feed: plain records by id. */
export type Kept = ReadonlyMap<string, Record<string, unknown>>;

/** The part of the records that the feed is about, written out by hand. */
export function ownPart({ events }: TestCatalogue): Kept {
  return new Map(
    [...events].map(([id, one]) => {
      const { historical_neighbours: _, impact, country, plate, ...rest } = structuredClone(one);
      const { sources: __, ...figures } = impact;
      const where = country && { iso2: country.iso2, relation: country.relation, distance_km: country.distance_km };
      const on = plate && { code: plate.code, boundary_distance_km: plate.boundary_distance_km };
      return [id, { ...rest, impact: figures, country: where, plate: on }];
    }),
  );
}

/** Follows entries as the documentation tells it, as simply as can be. */
export function followed(before: Kept, entries: readonly ChangeEntry[]): Kept {
  const kept = new Map(structuredClone([...before]));
  for (const { added, revised, withdrawn, left_window: left } of entries) {
    for (const { event_id: id } of [...withdrawn, ...left]) kept.delete(id);
    for (const { event_id: id, changes } of revised) {
      const former = (changes["event_id"]?.before as string | undefined) ?? id;
      const record = kept.get(former);
      if (!record) throw new Error(`${former} was never reported`);
      kept.delete(former);
      for (const [field, { after }] of Object.entries(changes)) {
        const [outer = "", inner] = field.split(".");
        if (inner === undefined) record[outer] = after;
        else (record[outer] as Record<string, unknown>)[inner] = after;
      }
      kept.set(id, record);
    }
    for (const one of added) kept.set(one.event_id, structuredClone(one));
  }
  return kept;
}

/** Two maps that compare well. */
export function sorted(kept: Kept): Record<string, unknown> {
  return Object.fromEntries([...kept].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
