import { LANGUAGES } from "../languages.ts";
import { renderIn } from "./data/render.ts";
import { remembered } from "./shared/remembered.ts";

/** Pages of data are prebuilt in English: for whoever reads another language they are written anew from the API's answer. */
const asked = new URLSearchParams(location.search).get("lang") ?? remembered("language");
const prebuilt: string = "en";
const language = LANGUAGES.find(({ tag }) => tag === asked);
if (language && language.tag !== prebuilt) void renderIn(language);
