import type { EarthquakePage } from "../../../contract/resources/resources.ts";
import { endpoint } from "../../../contract/table/endpoints.ts";
import { pathOf } from "../../../contract/table/paths.ts";
import { askFor, type ReadAnswer } from "../ask-for.ts";
import type { SnapshotInfo, Source } from "../source.ts";

const NEXT = /<(\?[^<>]*)>; rel="next"/;

/**
 * A page of earthquakes and all that follow it, by the `Link` header.
 *
 * @param target of the first page
 */
export async function* earthquakePages(
  source: Source,
  target: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ body: EarthquakePage; snapshot: SnapshotInfo }> {
  const seen = new Set<string>();
  let next: string | undefined = target;
  while (next !== undefined) {
    const page: ReadAnswer<EarthquakePage> = await askFor<EarthquakePage>(source, next, signal);
    const { body, snapshot } = page;
    const earthquakes = body.earthquakes.filter(({ event_id: id }) => !seen.has(id));
    for (const { event_id: id } of earthquakes) seen.add(id);
    yield { body: { ...body, earthquakes }, snapshot };
    next = nextTarget(page.link ?? "");
  }
}

function nextTarget(link: string): string | undefined {
  const query = NEXT.exec(link)?.[1];
  return query === undefined ? undefined : pathOf(endpoint("earthquakes")) + query;
}
