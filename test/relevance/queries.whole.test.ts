import { expect, inject, it } from "vitest";
import { QUERIES } from "./queries.ts";
import { placeOf, searcher } from "./searcher.ts";

it("finds at least 95 of 100 targets among the first three, in every language nine of ten", async () => {
  const search = await searcher(inject("embeddedTree"));
  const places = await Promise.all(
    QUERIES.map(async ([language, q, target]) => ({ language, q, place: placeOf(target, await search(q)) })),
  );
  const hits = (some: typeof places) => some.filter(({ place }) => place <= 3).length / some.length;
  const mrr = places.reduce((sum, { place }) => sum + 1 / place, 0) / places.length;
  const missed = places.filter(({ place }) => place > 3).map(({ language, q }) => `${language} ${q}`);
  process.stdout.write(
    `search: ${places.length} queries, hits at 3 ${(100 * hits(places)).toFixed(1)} %, MRR ${mrr.toFixed(3)}; missed: ${missed.join(", ")}\n`,
  );
  expect(places.length).toBeGreaterThanOrEqual(400);
  expect(hits(places)).toBeGreaterThanOrEqual(0.95);
  const languages = [...new Set(places.map(({ language }) => language))];
  expect(languages.filter((own) => hits(places.filter(({ language }) => language === own)) < 0.9)).toEqual([]);
});
