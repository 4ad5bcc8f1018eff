import { expect, inject, it } from "vitest";
import { EXAMPLES } from "../../../build/answers/openapi/descriptions.ts";
import { renewedExamples } from "../../../scripts/maintain/write-examples.ts";

it("the examples of the documentation are answers of the sample tree (`npm run docs` renews them)", async () => {
  expect(await renewedExamples(EXAMPLES, inject("embeddedTree"))).toEqual(EXAMPLES);
});
