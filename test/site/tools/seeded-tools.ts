import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../../build/catalogue/catalogue.ts";
import { placeTexts } from "../../../build/site/format/place-text.ts";
import { firstValues } from "../../../build/site/tools/form.ts";
import { prebuiltContext } from "../../../build/site/tools/pages.ts";
import type { AnyValues, Drawn, Field, Tool, ToolContext, ToolSlug, ValuesOf } from "../../../build/site/tools/tool.ts";
import { smallInput } from "../../answers/small-catalogue.ts";

/** Of the authored data. */
export const DATA_FOLDER = join(import.meta.dirname, "../../../data");

/** What a tool says in English, before anything is known of the reader. */
export function englishKit(slug: ToolSlug): ToolContext {
  return prebuiltContext({ ...placeTexts(texts("data")), ...texts("tools"), ...texts(`tool-${slug}`) }, "en");
}

function texts(area: string): Record<string, string> {
  const path = new URL(`../../../data/languages/${area}/en.json`, import.meta.url);
  return JSON.parse(readFileSync(path, "utf8")) as Record<string, string>;
}

export const SMALL: Catalogue = assembleCatalogue(smallInput());

/** What a tool draws in English with its first values but for some. @param more of the environment */
export function drawnBy<Fields extends readonly Field[], Data>(
  tool: Tool<Fields, Data>,
  changed: AnyValues = {},
  more: Partial<ToolContext> = {},
): Drawn {
  const values = { ...firstValues(tool.fields), ...changed } as ValuesOf<Fields>;
  return tool.draw(values, { ...englishKit(tool.slug), ...more }, tool.seed);
}

/** The words of what was drawn. */
export function wordsOf({ answer, more }: Pick<Drawn, "answer" | "more">): string {
  return `${answer.markup} ${more?.markup ?? ""}`.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}
