import { expect, it } from "vitest";
import { MAX_RETRIED, reportRetried } from "./retried-reporter.ts";

it.each([
  [0, 0, 0],
  [MAX_RETRIED, MAX_RETRIED + 1, 0],
  [MAX_RETRIED + 1, MAX_RETRIED + 2, 1],
])("of %i retried tests a run writes %i lines, and fails if they are too many: %i", (count, lines, failures) => {
  const [written, failed]: [string[], true[]] = [[], []];
  const retried = Array.from({ length: count }, (_, at) => ({ name: `test ${at}`, times: 1 }));
  reportRetried(
    retried,
    (line) => written.push(line),
    () => void failed.push(true),
  );
  expect([written.length, failed.length]).toEqual([lines, failures]);
  for (const { name } of retried) expect(written.join("\n")).toContain(`retried x1: ${name}`);
});
