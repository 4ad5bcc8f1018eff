/** What a page does with its figures, in one file: of two, a frame would pay the headers of both. */
export { showAlone } from "./alone.ts";
export { offerCards } from "./marks.ts";
export { offerFigures } from "./offer.ts";
