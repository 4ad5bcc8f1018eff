import type { PlateList } from "../../data/resources.ts";
import { readJson } from "./read-json.ts";

/** What the page in the place of one that is not in the copy says itself; undefined on a page of its own. */
function frame(): HTMLElement | null {
  return document.getElementById("frame");
}

/** Whether an earthquake has a page, as far as the frame can know; undefined on a page of its own, which does know. */
export function frameHasPage(): ((slug: string) => boolean) | undefined {
  const which = frame()?.dataset["eventPages"];
  return which === undefined ? undefined : () => which === "all";
}

/** The English names of the plates, by slug, which a page of its own has in its links: there, nothing is asked. */
export async function frameNames(): Promise<ReadonlyMap<string, string>> {
  if (!frame()) return new Map();
  const { plates } = await readJson<PlateList>("/api/v1/plates/");
  return new Map(plates.map(({ slug, name }) => [slug, name]));
}
