import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { Change, Outcome } from "../../../build/store/agency.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";
import { ingest, state, useNoaa } from "../noaa-runs.ts";

useNoaa();

function file(name: string): string {
  return pathToFileURL(corpus(`noaa/${name}`)).href;
}

function countOf({ changes }: Outcome, kind: Change["kind"]): number {
  return changes.filter((change) => change.kind === kind).length;
}

describe.skipIf(!corpusPresent)("NOAA, from files", () => {
  const [classic, tsunamis] = [file("signif-2020-08.tsv"), file("tsevent-2020-06.tsv")];

  it("applies a file at once, again only when its bytes are new, and follows the table from form to form", async () => {
    expect(await ingest({ events: classic, tsunamis })).toMatchObject({ outcome: "applied", records: 6219 });
    expect(await ingest({ events: classic, tsunamis })).toMatchObject({ outcome: "unchanged", records: 6219 });
    const first = await ingest({ events: file("hazel-earthquakes-2021-03-08.tsv"), tsunamis });
    expect(first).toMatchObject({ outcome: "applied", records: 6225 });
    expect([countOf(first, "added"), countOf(first, "withdrawn")]).toEqual([18, 12]);
    const second = await ingest({ events: file("hazel-earthquakes-2026-03.tsv"), tsunamis });
    expect(second).toMatchObject({ outcome: "applied", records: 6662 });
    const { events } = await state();
    const antakya = events.rows.find(({ id }) => id === "noaa64");
    expect(antakya).toMatchObject({ country: "TURKEY", tsunamiEventId: 4396, magnitudes: { ms: 7.5 } });
    const back = await ingest({ events: classic, tsunamis });
    expect(back).toMatchObject({ outcome: "rejected", records: 6662, rejected: [{ code: "capture-shrunk" }] });
  }, 60_000);

  it("gives an event that it had without a number NOAA's number, and keeps the former id", async () => {
    await ingest({ events: file("hazel-earthquakes-2021-03-08.tsv"), tsunamis: undefined });
    const before = await state();
    const outcome = await ingest({ events: classic, tsunamis: undefined });
    expect(outcome.outcome).toBe("applied");
    const after = await state();
    expect(new Set(after.events.rows.flatMap(({ id, aliases }) => [id, ...aliases])).size).toBeGreaterThan(12_400);
    const lost = new Set(after.withdrawn.flatMap(({ ids }) => ids));
    const known = new Set(after.events.rows.flatMap(({ id, aliases }) => [id, ...aliases]));
    for (const { id } of before.events.rows) expect(known.has(id) || lost.has(id)).toBe(true);
    expect(lost.size).toBeLessThan(30);
    expect(outcome.changes.filter(({ kind }) => kind === "added").length).toBeLessThan(30);
  }, 60_000);
});
