import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { PlateDetail } from "../../../build/contract/resources/resources.ts";
import { renderContext } from "../../../build/site/data/render-context.ts";
import { plateView } from "../../../build/site/views/plate.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { shown } from "../data/pages-of.ts";
import { ENGLISH } from "../english.ts";

const CONTEXT = renderContext(ENGLISH, {
  hasPage: () => true,
  country: (iso2) => iso2,
  term: (slug) => slug,
  plate: (slug) => slug,
});

type Boundary = PlateDetail["boundaries"][number];

/** The text of a plate's page whose only boundary has half of all its boundaries, and this speed. */
function textOf(speed: Boundary["motion"]["speed_mm_per_year"]): string {
  const answers = [...allAnswers(assembleCatalogue(smallInput()))];
  const plate = answers.find(({ endpoint }) => endpoint.id === "plate")?.body as PlateDetail;
  const boundaries = plate.boundaries.map((boundary) => ({
    ...boundary,
    share: 0.5,
    motion: { ...boundary.motion, speed_mm_per_year: speed },
  }));
  return shown(`<main>${plateView.parts({ kind: "plate", body: { ...plate, boundaries } }, CONTEXT).main.markup}</main>`);
}

describe("the table of a plate's boundaries", () => {
  it("gives the range of a speed only where it differs from the mean", () => {
    expect(textOf({ mean: 12, min: 11.6, max: 12.4 })).toMatch(/50 % 12 (?!\()/);
    expect(textOf({ mean: 12, min: 11.4, max: 12.4 })).toContain("50 % 12 ( 11 to 12 )");
  });
});
