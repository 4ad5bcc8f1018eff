import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { minuteByMinute } from "./minute-by-minute.ts";

it("a tree that follows random changes is, file by file, the one that is made of nothing", async () => {
  const { same, all, knownGroups } = await minuteByMinute(temporaryFolder(), 7, 7);
  expect(same / all).toBeGreaterThan(0.5);
  expect(knownGroups).toBeGreaterThan(7);
});
