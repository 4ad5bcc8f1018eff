import { describe, expect, it } from "vitest";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { gridAnswers } from "../../build/contract/table/grid.ts";
import { askerOf, textOf } from "../rewrite/ask.ts";
import { allAnswers } from "./all-answers.ts";
import { smallInput } from "./small-catalogue.ts";

const catalogue = assembleCatalogue(smallInput());
const answers = [...allAnswers(catalogue, true)].filter(({ endpoint, file }) => gridAnswers(endpoint).some((whole) => whole.file === file));

describe("an answer of the grid", () => {
  it("is written for every combination, and for none unless asked", () => {
    expect(answers).toHaveLength(105);
    const files = new Set(Array.from(allAnswers(catalogue), ({ file }) => file));
    expect(answers.some(({ file }) => files.has(file))).toBe(false);
  });

  it.each(answers.map(({ request, body }) => [request, JSON.stringify(body)]))(
    "%s has the very bytes that the rewrite makes",
    async (request, body) => {
      const ask = await askerOf(shardInput(catalogue));
      expect(textOf(await ask.body(request))).toBe(body);
    },
  );
});
