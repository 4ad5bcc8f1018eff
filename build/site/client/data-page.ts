import { LANGUAGES } from "../i18n/languages.ts";
import { isInFrame, preference } from "./page-data.ts";

/**
 * Data pages are prebuilt in English. This script renders them from the API answer in two cases: for readers of another
 * language, and offline if the service worker has the answer but not the page.
 */
const requested = new URLSearchParams(location.search).get("lang") ?? preference("language");
const prebuilt: string = "en";
// The script of figures translates one in the frame of another site (`figure/translate.ts`).
const isOneFigure = isInFrame() && document.querySelector("main figure") !== null;
const isFrame = document.getElementById("frame") !== null;
const language = LANGUAGES.find(({ tag }) => tag === requested) ?? LANGUAGES.find(({ tag }) => tag === prebuilt);
if (language && !isOneFigure && (isFrame || language.tag !== prebuilt)) {
  // Most readers need nothing of it: it is as large as all other scripts of the page.
  const { renderIn } = await import("./render-page.ts");
  await renderIn(language);
}
const lists = document.querySelectorAll<HTMLElement>("[data-list]");
if (lists.length > 0 && !isInFrame()) {
  const { startList } = await import("./lists/list.ts");
  for (const list of lists) startList(list);
}
