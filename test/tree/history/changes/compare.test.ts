import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../../../build/answers/openapi/descriptions.ts";
import { ChangeEntry } from "../../../../build/contract/resources/changes.ts";
import type { EarthquakeDetail } from "../../../../build/contract/resources/resources.ts";
import { sha256 } from "../../../../build/platform/hash.ts";
import { makeShards } from "../../../../build/rewrite/shards/make.ts";
import {
  assertReplay,
  type CatalogueTree,
  type CompareOptions,
  changesBetween,
  compareEvents,
  type EventChanges,
} from "../../../../build/tree/history/changes/between.ts";
import { type EventBody, fieldChanges, stateOf, withField } from "../../../../build/tree/history/changes/states.ts";
import { EMPTY_INPUT } from "../../../rewrite/tree-in-memory.ts";

const AS_OF = Date.parse("2018-02-07T00:00:00.000Z");
const HUALIEN_DETAIL = EXAMPLES.earthquake.body as EarthquakeDetail;
const HOUR_MS = 3_600_000;
const NOT_WITHDRAWN: CompareOptions = { asOf: { before: AS_OF - HOUR_MS, after: AS_OF }, withdrawnAt: () => undefined };
function detail(id: string, more: Partial<EarthquakeDetail> = {}): EarthquakeDetail & EventBody {
  return { ...HUALIEN_DETAIL, event_id: id, slug: `quake-${id}`, aliases: [], ...more };
}

function bodies(...list: (EarthquakeDetail & EventBody)[]): Map<string, EventBody> {
  return new Map(list.map((body) => [body.event_id, body]));
}

function compare(
  before: readonly (EarthquakeDetail & EventBody)[],
  after: readonly (EarthquakeDetail & EventBody)[],
  options: Partial<CompareOptions> = {},
): EventChanges {
  const [were, are] = [bodies(...before), bodies(...after)];
  const changes = compareEvents(were, are, { ...NOT_WITHDRAWN, ...options });
  assertReplay(were, are, changes);
  const position = { id: "0".repeat(16), sequence: 1, as_of: "2018-02-07T00:00:00.000Z" };
  expect(ChangeEntry.safeParse({ from: position, to: position, ...changes }).error).toBeUndefined();
  return changes;
}

const WITHDRAWN = { withdrawnAt: () => AS_OF };

const NONE: EventChanges = { added: [], revised: [], withdrawn: [], left_window: [] };
/** Just out of the window an hour later. */
const OLD = new Date(AS_OF - 720 * HOUR_MS).toISOString();

describe("the changes of events", () => {
  it("a new one is added, with its own part of the record", () => {
    const { added, ...rest } = compare([], [detail("us1")]);
    expect(rest).toEqual({ revised: [], withdrawn: [], left_window: [] });
    expect(added).toEqual([stateOf(detail("us1"))]);
    expect(added[0]).not.toHaveProperty("historical_neighbours");
    expect(added[0]?.country).toEqual({ iso2: "TW", relation: "offshore", distance_km: 0.2 });
    expect(added[0]?.impact).not.toHaveProperty("sources");
  });

  it("a revised one tells each field, those of objects by their place", () => {
    const impact = { ...HUALIEN_DETAIL.impact, felt_reports: 300 };
    const { revised } = compare([detail("us1")], [detail("us1", { magnitude: 6.5, impact, country: null })]);
    expect(revised).toEqual([
      {
        event_id: "us1",
        slug: "quake-us1",
        changes: {
          magnitude: { before: 6.4, after: 6.5 },
          "impact.felt_reports": { before: 261, after: 300 },
          country: { before: { iso2: "TW", relation: "offshore", distance_km: 0.2 }, after: null },
        },
        also_changed: [],
      },
    ]);
  });

  it("a changed field about other things is listed by its name only", () => {
    const country = { ...(HUALIEN_DETAIL.country as NonNullable<EarthquakeDetail["country"]>), name: "Formosa" };
    const { revised } = compare([detail("us1")], [detail("us1", { country, historical_neighbours: null })]);
    expect(revised).toMatchObject([{ changes: {}, also_changed: ["country.name", "historical_neighbours"] }]);
  });

  it("a record that says the same in another order is not a change", () => {
    const { slug, ...rest } = detail("us1");
    expect(compare([detail("us1")], [{ slug, ...rest }])).toEqual(NONE);
  });

  it("if two events are joined under a third id, one continues and the other is merged into it", () => {
    const changes = compare([detail("us1"), detail("ci9")], [detail("nn5", { aliases: ["ci9", "us1"] })]);
    expect(changes.revised).toMatchObject([{ event_id: "nn5", changes: { event_id: { before: "ci9" } } }]);
    expect(changes.withdrawn).toMatchObject([{ event_id: "us1", reason: "merged", into: "nn5" }]);
    expect(changes.added).toEqual([]);
  });

  it("one that its agency has deleted is withdrawn, however old it is", () => {
    for (const occurred_at of [HUALIEN_DETAIL.occurred_at, OLD]) {
      expect(compare([detail("us1", { occurred_at })], [], WITHDRAWN).withdrawn).toEqual([
        { event_id: "us1", slug: "quake-us1", reason: "withdrawn", withdrawn_at: "2018-02-07T00:00:00.000Z", into: null },
      ]);
    }
  });

  it("one that is 720 hours old has left the window, and is not withdrawn", () => {
    const { left_window: left, withdrawn } = compare([detail("us1", { occurred_at: OLD })], []);
    expect(left).toEqual([{ event_id: "us1", slug: "quake-us1" }]);
    expect(withdrawn).toEqual([]);
  });

  it("a removed historical one has not left the window, because it was never in it", () => {
    const { withdrawn } = compare([detail("noaa1", { occurred_at: "-000463-01-01T00:00:00.000Z" })], []);
    expect(withdrawn).toMatchObject([{ event_id: "noaa1", reason: "other" }]);
  });

  it("are listed newest first, equal times by id", () => {
    const occurred_at = "2018-02-06T16:00:00.000Z";
    const { added } = compare([], [detail("b"), detail("c", { occurred_at }), detail("a")]);
    expect(added.map(({ event_id: id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("a body that is not a record of an event, or a replay that differs, is an error", () => {
    const changes = compare([], [detail("us1")]);
    expect(() => assertReplay(bodies(), bodies(), changes)).toThrow("bug in the program");
    expect(() => assertReplay(bodies(detail("us1")), bodies(detail("us1")), changes)).toThrow("already");
    expect(() => assertReplay(bodies(), bodies(detail("us1", { magnitude: 1 })), changes)).toThrow("bug");
  });
});

describe("field changes", () => {
  const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.integer()));
  const record = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(leaf, fc.dictionary(fc.constantFrom("x", "y"), leaf)));

  it("applied to the one record give the other, and are none for equal ones", () => {
    fc.assert(
      fc.property(record, record, (before, after) => {
        const changes = fieldChanges(before, after);
        const made = changes.reduce((made, [field, change]) => withField(made, field, change.after), before as object);
        expect(fieldChanges(made, after)).toEqual([]);
        expect(fieldChanges(after, after)).toEqual([]);
        for (const [, { before: was, after: is }] of changes) expect(was).not.toEqual(is);
      }),
    );
  });
});

it("trees of which 40,000 files differ are compared, and not those of one more", () => {
  const snapshot = { as_of: "2018-02-07T00:00:00.000Z", shards: { ids: [] } } as unknown as CatalogueTree["snapshot"];
  const empty = new TextEncoder().encode('{"earthquakes":[]}');
  const tree: CatalogueTree = { snapshot, read: () => empty };
  const added = (count: number) => Array.from({ length: count }, (_, at) => ({ after: { path: `${at}`, sha256: sha256(empty) } }) as never);
  expect(changesBetween(tree, tree, added(40_000))).toEqual(NONE);
  expect(() => changesBetween(tree, tree, added(40_001))).toThrow("40001 records have changed");
});

it("trees with packs of records differ by the records of the packs that only one of them has", () => {
  const packedTree = (events: readonly (EarthquakeDetail & EventBody)[]): CatalogueTree => {
    const { manifest, files } = makeShards({
      ...EMPTY_INPUT,
      ids: events.map(({ event_id: id, slug }) => ({ slug, ids: [id], time: null })),
      packed: events.map((one) => ({ id: one.event_id, detail: () => JSON.stringify(one) })),
    });
    const bytesOf = new Map(files.map(({ path, bytes }) => [path, bytes()]));
    const snapshot = { as_of: new Date(AS_OF).toISOString(), shards: manifest } as unknown as CatalogueTree["snapshot"];
    return { snapshot, read: (path) => bytesOf.get(path) ?? new Uint8Array() };
  };
  const before = Array.from({ length: 100 }, (_, at) => detail(`us${at}`));
  const after = [...before.slice(2), detail("us0", { magnitude: 1 }), detail("us100")];
  expect(changesBetween(packedTree(before), packedTree(after), [])).toEqual(compare(before, after));
});
