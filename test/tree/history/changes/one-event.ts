import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach } from "vitest";
import type { EarthquakeDetail } from "../../../../build/contract/resources/resources.ts";
import { verifyTree } from "../../../../build/verify/verify.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { catalogue, event, plantCatalogue, type TestCatalogue } from "../../changing-catalogue.ts";

export const START = Date.parse("2018-02-07T00:30:00.000Z");
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** Folder of a tree of one event; each test begins without it. */
export const out = join(temporaryFolder(), "tree");

/** To be called once in a test file. */
export function useOneEvent(): void {
  beforeEach(() => rmSync(out, { recursive: true, force: true }));
}

export const at = (after: number) => new Date(START + after).toISOString();
export const felt = (reports: number, more: Partial<EarthquakeDetail> = {}) =>
  event("us1", { impact: { ...event("us1").impact, felt_reports: reports }, ...more });

/** The n-th state of the event. @returns the messages about the feed */
export async function next(n: number, after: number, one: TestCatalogue = catalogue(felt(n))): Promise<string[]> {
  const reports: string[] = [];
  await plantCatalogue(out, one, at(after), { report: (line) => reports.push(line) });
  return reports.filter((line) => line.includes("change feed"));
}

export const faults = async (): Promise<string[]> => (await verifyTree(out)).faults.map(({ path, message }) => `${path} ${message}`);
