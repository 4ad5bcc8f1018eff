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

it.each([
  [{ sequence: 2 }, "number 2 (1111111111111111, as of 2018-02-07T00:00:00.000Z)"],
  [{ id: "2".repeat(16) }, "number 1 (2222222222222222, as of 2018-02-07T00:00:00.000Z)"],
  [{ as_of: "2018-02-07T00:00:01.000Z" }, "number 1 (1111111111111111, as of 2018-02-07T00:00:01.000Z)"],
])("a list that ends with another snapshot is not that of the tree: %o", (parts, printed) => {
  const [first, other] = [position(1, 0), { ...position(1, 0), ...parts }];
  const { list } = emptyFeed(first);
  expect(listFault(list, first)).toBeUndefined();
  const ours = "number 1 (1111111111111111, as of 2018-02-07T00:00:00.000Z)";
  expect(listFault(list, other)).toBe(`ends with snapshot ${ours}, not ${printed}`);
  const entries = [entry(position(0, -1), other)];
  const hours = [{ hour: "2018-02-07T00", from: 0, to: 1 }];
  expect(listFault({ ...list, hours, entries }, first)).toBe(`has entries up to ${printed}`);
});
