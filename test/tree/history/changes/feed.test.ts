import { expect, it } from "vitest";
import type { ChangeEntry, SnapshotPosition } from "../../../../build/contract/resources/resources.ts";
import { emptyFeed, extendFeed, listFault } from "../../../../build/tree/history/changes/feed.ts";

const START = Date.parse("2018-02-07T00:00:00.000Z");

const position = (sequence: number, after: number): SnapshotPosition => ({
  id: `${sequence}`.repeat(16),
  sequence,
  as_of: new Date(START + after).toISOString(),
});

const entry = (from: SnapshotPosition, to: SnapshotPosition) =>
  ({ from, to, added: [], revised: [], withdrawn: [], left_window: [] }) as unknown as ChangeEntry;

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

it("a list that ends with the snapshot of another number is not that of the tree", () => {
  const first = position(1, 0);
  expect(listFault(emptyFeed(first).list, first)).toBeUndefined();
  expect(listFault(emptyFeed(first).list, { ...first, sequence: 2 })).toBe("ends with snapshot number 1, not 2");
});
