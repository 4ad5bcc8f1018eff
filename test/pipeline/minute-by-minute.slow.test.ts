import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { minuteByMinute } from "./minute-by-minute.ts";

it("after each of 50 random changes every file of the tree is the same as in a full build", async () => {
  const { same, all, knownGroups } = await minuteByMinute(temporaryFolder(), 50, 15);
  expect(same / all).toBeGreaterThan(0.5);
  expect(knownGroups).toBeGreaterThan(50);
}, 600_000);
