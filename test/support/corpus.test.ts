import { expect, it } from "vitest";
import { reportCorpus } from "./corpus.ts";

it("a run says in one line whether the corpus was there, and fails without it only if it is required", () => {
  const lines: string[] = [];
  for (const isPresent of [true, false]) reportCorpus({}, (line) => lines.push(line), isPresent);
  reportCorpus({ REQUIRE_CORPUS: "1" }, (line) => lines.push(line), true);
  expect(lines.map((line) => /captures: (\w+)/.exec(line)?.[1])).toEqual(["present", "absent", "present"]);
  expect(() => reportCorpus({ REQUIRE_CORPUS: "1" }, () => {}, false)).toThrow("REQUIRE_CORPUS is set");
});
