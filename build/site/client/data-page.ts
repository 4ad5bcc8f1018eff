import { LANGUAGES } from "../i18n/languages.ts";
import { renderIn } from "./data/render.ts";
import { preference } from "./preferences.ts";

/**
 * Pages of data are prebuilt in English: for whoever reads another language they are written anew from the API's answer, and
 * without a network for everybody, where the service worker has the answer and no page.
 */
const asked = new URLSearchParams(location.search).get("lang") ?? preference("language");
const prebuilt: string = "en";
const isFrame = document.getElementById("frame") !== null;
const language = LANGUAGES.find(({ tag }) => tag === asked) ?? LANGUAGES.find(({ tag }) => tag === prebuilt);
if (language && (isFrame || language.tag !== prebuilt)) void renderIn(language);
