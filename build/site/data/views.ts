import type { Page } from "../layout.ts";
import { countryView } from "../views/country.ts";
import { eventView } from "../views/event.ts";
import { countriesView, glossaryView, platesView } from "../views/lists.ts";
import { plateView } from "../views/plate.ts";
import { termView } from "../views/term.ts";
import { type Content, type ContentKind, type LabelContext, pageIn, type View } from "./page.ts";
import type { RenderContext } from "./render-context.ts";

const VIEWS: { readonly [Kind in ContentKind]: View<Kind> } = {
  event: eventView,
  country: countryView,
  plate: plateView,
  term: termView,
  countries: countriesView,
  plates: platesView,
  glossary: glossaryView,
};

/** Renders the page of an answer at build time. */
export function dataPage(content: Content, context: RenderContext): Page {
  return pageIn(VIEWS[content.kind] as View, content, context);
}

/** The text alternative of the map of a page; undefined for pages without a map. */
export function mapLabel(content: Content, context: LabelContext): string | undefined {
  return (VIEWS[content.kind] as View).mapLabel?.(content, context);
}
