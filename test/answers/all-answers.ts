import { assertValidAnswer, commonAnswers } from "../../build/answers/answers.ts";
import { countriesWithEvents, countryAnswers } from "../../build/answers/countries.ts";
import { detailAnswers } from "../../build/answers/earthquakes.ts";
import { glossaryAnswers } from "../../build/answers/glossary.ts";
import { plateAnswers } from "../../build/answers/plates.ts";
import { type Answer, isPacked } from "../../build/answers/records.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";

/**
 * All prebuilt answers. Each is checked against its schema before it is yielded.
 *
 * @param grid whether to include the combinations of `contract/grid.ts`
 * @param packBelow magnitude below which the details of small events are left out
 * @throws InvalidAnswer at the first body that violates the contract
 */
export function* allAnswers(catalogue: Catalogue, grid = false, packBelow?: number): Iterable<Answer> {
  const families = [
    commonAnswers(catalogue, grid),
    catalogue.events.filter((event) => !isPacked(event, packBelow)).map(detailAnswers(catalogue)),
    countriesWithEvents(catalogue).flatMap((one) => countryAnswers(one, catalogue)),
    plateAnswers(catalogue),
    glossaryAnswers(catalogue),
  ];
  for (const answers of families) {
    for (const answer of answers) {
      assertValidAnswer(answer);
      yield answer;
    }
  }
}
