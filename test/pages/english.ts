import { readTexts } from "../../build/commands/read-texts.ts";
import { wordsIn } from "../../build/pages/words.ts";

/** The interface in English, for tests of pages. */
export const ENGLISH = wordsIn("en", readTexts().en);
