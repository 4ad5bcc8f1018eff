import { readTexts } from "../../build/site/i18n/read-translations.ts";
import { translationsIn } from "../../build/site/i18n/translations.ts";

/** The interface in English, for tests of pages. */
export const ENGLISH = translationsIn("en", readTexts().en);
