import { expect, it } from "vitest";
import { contentCheck } from "../../build/verify/whole.ts";

const check = contentCheck({
  shards: {
    columns: [],
    places: [],
    ids: [],
    days: [{ path: `shards/${"cd".repeat(32)}.json` }],
    features: [{ path: `shards/${"ef".repeat(32)}.json` }],
    results: [],
  } as never,
  as_of: "2018-02-07T00:00:00.000Z",
});

it.each([
  ['{"pack":{},"earthquakes":7}', "has no list of earthquakes"],
  ['{"pack":{},"earthquakes":[]}', "is not in the form of a pack: one detail per line"],
  ['{"pack":{},"earthquakes":[\n{"id":"us1"}\n]}\n', expect.stringMatching(/^event_id: /)],
  ['{"earthquakes":7}', undefined],
])("of a JSON shard that begins as a pack the form and each detail are checked: %s", (text, fault) => {
  expect(check(`shards/${"ab".repeat(32)}.json`, new TextEncoder().encode(text))).toEqual(fault);
});

it("of a shard of records each record is checked", () => {
  for (const [name, text, fault] of [
    ["cd", "[]", undefined],
    ["cd", "{}", "is not a JSON array"],
    ["cd", '[{"event_id":7}]', expect.stringMatching(/^record 0: event_id: /)],
    ["ef", '[{"type":7}]', expect.stringMatching(/^record 0: type: /)],
  ] as const)
    expect(check(`shards/${name.repeat(32)}.json`, new TextEncoder().encode(text))).toEqual(fault);
});
