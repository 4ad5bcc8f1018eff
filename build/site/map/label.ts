import type { Content } from "../data/page.ts";
import type { RenderContext } from "../data/render-context.ts";

/** What the map of a page is called, for those who cannot see it; undefined for pages without one. */
export function mapLabel(content: Content, { t, country }: Pick<RenderContext, "t" | "country">): string | undefined {
  if (content.kind === "event") return t("map_of_event");
  if (content.kind === "country")
    return t("map_of_country", { country: country(content.body.country.iso2, content.body.country.name) });
  if (content.kind === "plate") return t("map_of_plate", { plate: content.body.name });
  return undefined;
}
