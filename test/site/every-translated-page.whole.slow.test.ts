import { expect, it } from "vitest";
import { LANGUAGES } from "../../build/site/i18n/languages.ts";
import { lookAtEach, TRANSLATED, TRIED_LANGUAGES } from "./look-at-each.ts";

lookAtEach("every translated page, in a real browser", TRANSLATED);

it("tries languages that there are", () => {
  expect(LANGUAGES.map(({ tag }) => tag as string)).toEqual(expect.arrayContaining(TRIED_LANGUAGES));
});
