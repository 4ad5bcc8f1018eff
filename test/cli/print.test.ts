import { describe, expect, it } from "vitest";
import type { CliContext } from "../../build/cli/context.ts";
import { printIngest } from "../../build/cli/print.ts";
import type { Change, Outcome } from "../../build/store/agency.ts";
import { makeOutcome } from "../store/make-outcome.ts";

const OUTCOME = makeOutcome({ records: 199 });
const ADDED: Change = { kind: "added", id: "us7000aaaa" };

describe("the line about an agency", () => {
  it("counts what changed", () => {
    expect(told({ changes: [ADDED, ADDED] })).toBe("usgs: added 2; 199 records");
  });

  it("says of an answer without a change, such as plates, which are not events, that it was updated", () => {
    expect(told({ agency: "plates" })).toBe("plates: updated; 199 records");
  });

  it("says that the store is unchanged only if that is true", () => {
    const outcome = "rejected";
    expect(told({ outcome })).toBe("usgs: rejected; the store is as it was; 199 records");
    expect(told({ outcome, changes: [ADDED] })).toBe("usgs: rejected in part; added 1; 199 records");
  });

  it("counts the changes of a part", () => {
    const outcome = "in-progress";
    expect(told({ outcome })).toBe("usgs: in part; the next run continues; 199 records");
    expect(told({ outcome, changes: [ADDED] })).toBe("usgs: in part; the next run continues; added 1; 199 records");
  });
});

it("an agency that was not asked is not due, which is not the same as nothing new", () => {
  const dueAt = Date.UTC(2026, 10, 26, 20, 5);
  expect(told({ outcome: "unchanged", dueAt })).toBe("usgs: not due until 2026-11-26T20:05:00.000Z; 199 records");
  expect(told({ outcome: "unchanged" })).toBe("usgs: nothing new; 199 records");
});

function told(parts: Partial<Outcome>): string {
  const lines: string[] = [];
  const report = { step: () => {}, clear: () => {}, warn: () => {} };
  const context = { out: (line: string) => lines.push(line), json: false, report } as unknown as CliContext;
  printIngest({ store: "store", sources: [{ ...OUTCOME, ...parts }] } as Parameters<typeof printIngest>[0], context);
  return lines.join("\n");
}
