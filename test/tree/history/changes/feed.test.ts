import { expect, it } from "vitest";
import type { ChangeEntry, SnapshotPosition } from "../../../../build/contract/resources/resources.ts";
import { emptyFeed, extendFeed } from "../../../../build/tree/history/changes/feed.ts";
import { CHANGES_KEPT_MS } from "../../../../build/tree/unindexed.ts";

const HOUR_MS = 3_600_000;
const START = Date.parse("2018-02-07T00:00:00.000Z");

const position = (sequence: number, after: number): SnapshotPosition => ({
  id: `${sequence}`.repeat(16),
  sequence,
  as_of: new Date(START + after).toISOString(),
});

const entry = (from: SnapshotPosition, to: SnapshotPosition) =>
  ({ from, to, added: [], revised: [], withdrawn: [], left_window: [] }) as unknown as ChangeEntry;

it.each([
  ["until the period after it is almost over", HOUR_MS + CHANGES_KEPT_MS - 1, 2],
  ["no longer than that period", HOUR_MS + CHANGES_KEPT_MS, 1],
])("an hour of changes is kept %s", (_, after, hours) => {
  const [first, second, third] = [position(1, 0), position(2, 1), position(3, after)];
  const { list } = extendFeed(extendFeed(emptyFeed(first), entry(first, second)), entry(second, third));
  expect(list.hours).toHaveLength(hours);
});

it.each([
  ["exactly the room is carried", 0, 2],
  ["a character more is not", 1, 1],
])("of the entries, %s", (_, more, carried) => {
  const [first, second, third] = [position(1, 0), position(2, 1), position(3, 2)];
  const newest = entry(second, third);
  const room = 20_000 - JSON.stringify(newest).length + more;
  const empty = JSON.stringify({ ...entry(first, second), filled: "" }).length;
  const oldest = { ...entry(first, second), filled: "x".repeat(room - empty) };
  const { list } = extendFeed(extendFeed(emptyFeed(first), oldest), newest);
  expect(list.entries).toHaveLength(carried);
});
