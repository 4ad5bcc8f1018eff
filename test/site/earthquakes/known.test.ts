import { expect, it } from "vitest";
import { withoutKnown } from "../../../build/site/earthquakes/known.ts";
import { readTable, tableOf } from "../../../build/site/earthquakes/table.ts";
import { ROW } from "./rows.ts";

it("an earthquake of the archive is listed once, where the historical catalogue has it under another id", () => {
  const history = readTable(tableOf([{ ...ROW, when: "1923-09" }, ROW]));
  const [same] = readTable(tableOf([{ ...ROW, event_id: "official1", when: "2011-03-11T05:46:24.120Z", latitude: 38.2, magnitude: 9 }]));
  if (!same) throw new Error("the table has a row");
  const others = [
    { ...same, time: same.time + 180_000 },
    { ...same, latitude: 20 },
    { ...same, magnitude: 6.2 },
    // Within each of the bounds, but not within that of their sum.
    { ...same, time: same.time + 85_000, latitude: 39.4, magnitude: 8.1 },
    { ...same, time: Date.UTC(1923, 8, 1, 0, 1) },
  ];
  expect(withoutKnown([same, ...others], history)).toEqual(others);
  expect(withoutKnown([same], [])).toEqual([same]);
});
