import { expect, it } from "vitest";
import { withCommonNames } from "../../build/catalogue/common-names.ts";
import { historicalRecord } from "./make-records.ts";

it("common names come with all other names, the place in other words, and ids", () => {
  const record = historicalRecord({ id: "noaa1", agency: "noaa", place: "TAIWAN: HUALIEN" });
  const own = { id: "qt1", name: "Hualien", otherNames: ["花蓮地震"], place: "Hualien, Taiwan", aliases: ["qt0"] };
  expect(withCommonNames([record], [historicalRecord(own)])).toEqual([
    {
      ...record,
      name: "Hualien",
      otherNames: ["花蓮地震"],
      otherPlaces: ["Hualien, Taiwan"],
      aliases: ["qt0", "qt1"],
    },
  ]);
});
