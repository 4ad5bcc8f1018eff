import { type Answer, answer, JSON_TYPE, json, plain, type View } from "./answer.ts";
import type { UsgsState } from "./usgs.ts";
import { featureCollection, significanceOf, usgsFeature } from "./usgs-feature.ts";
import { idOf, type WorldEvent } from "./world.ts";

export const FEED_PATH = "/earthquakes/feed/v1.0";
export const API_VERSION = "2.7.0";
export const DAY = 86_400_000;

/** What is listed, and the name in the title, as in summary.php of usgs/earthquake-event-ws. */
const SIZES: Record<string, { title: string; lists: (event: WorldEvent) => boolean }> = {
  significant: { title: "Significant Earthquakes", lists: (event) => (significanceOf(event) ?? 0) >= 600 },
  "4.5": { title: "Magnitude 4.5+ Earthquakes", lists: ({ mag }) => mag !== null && mag >= 4.45 },
  "2.5": { title: "Magnitude 2.5+ Earthquakes", lists: ({ mag }) => mag !== null && mag >= 2.45 },
  "1.0": { title: "Magnitude 1.0+ Earthquakes", lists: ({ mag }) => mag !== null && mag >= 0.95 },
  all: { title: "All Earthquakes", lists: () => true },
};
const PERIODS: Record<string, number> = { hour: 3_600_000, day: DAY, week: 7 * DAY, month: 30 * DAY };

/** The real-time feeds and the details of single events, as summary.php and detail.php of usgs/earthquake-event-ws have them. */
export function feedAnswer(url: URL, view: View<UsgsState>): Answer | undefined {
  if (!url.pathname.startsWith(`${FEED_PATH}/`)) return undefined;
  if (url.search !== "") return plain(403, "403 Forbidden\n");
  const [, folder, file] = /^\/(summary|detail)\/([^/]+)\.geojson$/.exec(url.pathname.slice(FEED_PATH.length)) ?? [];
  if (folder === "summary" && file !== undefined) return summary(url, file, view);
  if (folder === "detail" && file !== undefined) return detail(url, decodeURIComponent(file), view);
  return plain(404, "404 Not Found\n");
}

function summary(url: URL, name: string, view: View<UsgsState>): Answer {
  const { shown } = view.state;
  if (shown !== undefined) {
    const body = shown[name];
    return body === undefined ? plain(404, "404 Not Found\n") : answer(200, JSON_TYPE, body, cachedFor(view.clock));
  }
  const [size = "", period = ""] = name.split("_");
  const kind = SIZES[size];
  const window = PERIODS[period];
  if (kind === undefined || window === undefined) return plain(404, "404 Not Found\n");
  const events = view.state.world
    .at(view.now)
    .filter((event) => event.status !== "deleted" && event.time >= view.now - window && kind.lists(event))
    .toSorted((a, b) => b.time - a.time);
  const features = presented(events, view).map((event) => usgsFeature(event, `${url.origin}${FEED_PATH}/detail/${idOf(event)}.geojson`));
  const title = `USGS ${kind.title}, Past ${period.charAt(0).toUpperCase()}${period.slice(1)}`;
  const metadata = { generated: wholeSecond(view.clock), url: url.href, title, status: 200, api: API_VERSION };
  return json(featureCollection({ ...metadata, count: features.length }, features), cachedFor(view.clock));
}

/** What is old, unknown or known under another id now is a matter of the query service. */
function detail(url: URL, id: string, view: View<UsgsState>): Answer {
  const event = view.state.world.at(view.now).find((candidate) => idOf(candidate) === id);
  if (event === undefined || event.status === "deleted" || event.time <= view.now - 30 * DAY) {
    const location = `${url.origin}/fdsnws/event/1/query?eventid=${encodeURIComponent(id)}&format=geojson`;
    return answer(302, "", "", { location });
  }
  return json(detailFeature(event), cachedFor(view.clock));
}

/** One event with its products. */
export function detailFeature(event: WorldEvent): Record<string, unknown> {
  const { properties, ...feature } = usgsFeature(event, "");
  const { detail: _left, ...kept } = properties as Record<string, unknown>;
  return { ...feature, properties: { ...kept, products: { origin: [], ...impactProducts(event) } } };
}

/** Those that the figures of the summary come from; all values are text. */
function impactProducts({ alert, felt, cdi, mmi, updated, net }: WorldEvent): Record<string, unknown> {
  const product = (type: string, source: string, properties: Record<string, string>) => ({
    [type]: [{ type, source, updateTime: updated, status: "UPDATE", properties, preferredWeight: 53, contents: {} }],
  });
  return {
    ...(alert !== null && product("losspager", "us", { alertlevel: alert })),
    ...((felt ?? cdi) !== null && product("dyfi", "us", texts({ "num-responses": felt, maxmmi: cdi }))),
    ...(mmi !== null && product("shakemap", net, texts({ maxmmi: mmi }))),
  };
}

function texts(values: Record<string, number | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, n]) => (n === null ? [] : [[name, String(n)]])));
}

/** Events as the faults leave them. */
export function presented(events: readonly WorldEvent[], view: View<unknown>): WorldEvent[] {
  const selected = view.select(events);
  return view.otherIds ? selected.map(underAnotherId) : selected;
}

function underAnotherId(event: WorldEvent): WorldEvent {
  const id = `at${idOf(event)}`;
  return { ...event, net: "at", code: idOf(event), ids: [...new Set([id, ...event.ids])] };
}

export function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

export function cachedFor(now: number): Record<string, string> {
  return {
    "cache-control": "public, max-age=60",
    expires: new Date(now + 60_000).toUTCString(),
    "last-modified": new Date(now).toUTCString(),
    "access-control-allow-origin": "*",
  };
}
