import { expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { minuteByMinute } from "./minute-by-minute.ts";

it("after each of 25 random changes every file of the tree is the same as in a full build", async () => {
  const { same, all, knownGroups } = await minuteByMinute(temporaryFolder(), 25, 15);
  expect(same / all).toBeGreaterThan(0.5);
  expect(knownGroups).toBeGreaterThan(25);
}, 600_000);
