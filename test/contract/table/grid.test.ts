import { describe, expect, it } from "vitest";
import { ENDPOINTS, endpoint } from "../../../build/contract/table/endpoints.ts";
import { gridAnswers, wholeAnswers } from "../../../build/contract/table/grid.ts";
import { parseQuery } from "../../../build/contract/table/parameters.ts";
import { wholeAnswerFile } from "../../../build/contract/table/paths.ts";

const queryOf = (given: Record<string, number | string>) =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");

describe("the grid", () => {
  it("is small, because nearly every rebuild changes files of it", () => {
    expect(ENDPOINTS.flatMap(gridAnswers)).toHaveLength(105);
  });

  it.each(ENDPOINTS.flatMap((row) => wholeAnswers(row).map(({ given, file }) => [row.path, queryOf(given), file, row] as const)))(
    "%s?%s is a valid query that leaves nothing else than %s says",
    (_, query, file, row) => {
      const parsed = parseQuery(row, query);
      const match = wholeAnswers(row).find((whole) => whole.file === file);
      expect(parsed).toMatchObject({ ok: true, given: match?.given });
    },
  );

  it("names no file twice", () => {
    const files = ENDPOINTS.flatMap(wholeAnswers).map(({ file }) => file);
    expect(new Set(files).size).toBe(files.length);
  });

  it("is nothing that the rewrite knows of, so that a tree without it answers alike", () => {
    for (const row of ENDPOINTS) {
      for (const { given } of gridAnswers(row)) expect(wholeAnswerFile(row, given)).toBeUndefined();
    }
  });

  it("has the default of an endpoint first, and nothing for one that needs to be told what to look for", () => {
    expect(wholeAnswers(endpoint("recent"))[0]).toEqual({ given: {}, file: "api/recent.json" });
    expect(wholeAnswers(endpoint("search"))).toEqual([]);
    expect(wholeAnswers(endpoint("country"))).toEqual([]);
  });
});
