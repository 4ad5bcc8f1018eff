import { type Answer, answer, json, plain, type View } from "./answer.ts";
import { pageOf, selectEvents } from "./fdsn-select.ts";
import { csvTable, textTable } from "./fdsn-tables.ts";
import { isMistake, type Mistake, type Parameters, readParameters } from "./query-parameters.ts";
import type { UsgsState } from "./usgs.ts";
import { featureCollection, usgsFeature } from "./usgs-feature.ts";
import { API_VERSION, cachedFor, DAY, detailFeature, presented, wholeSecond } from "./usgs-feeds.ts";
import { idOf, type WorldEvent } from "./world.ts";

export const FDSN_PATH = "/fdsnws/event/1";

/** Those that are carried out here. */
const EMULATED = names(
  `format starttime endtime updatedafter minlatitude maxlatitude minlongitude maxlongitude mindepth maxdepth minmagnitude
  maxmagnitude eventtype reviewstatus eventid orderby limit offset includedeleted includesuperseded nodata jsonerror`,
);
/** Those that the service knows besides: a request with one fails loudly, lest a test trusts it. */
const OTHERS = names(
  `latitude longitude maxradius minradius maxradiuskm minradiuskm magnitudetype catalog contributor alertlevel minmmi maxmmi
  mincdi maxcdi minfelt minsig maxsig mingap maxgap producttype productcode includeallorigins includeallmagnitudes
  includearrivals callback`,
);
const KNOWN = new Set([...EMULATED, ...OTHERS]);

function names(list: string): Set<string> {
  return new Set(list.split(/\s+/));
}

/** The event service of the USGS, as its documentation and usgs/earthquake-event-ws have it. */
export function fdsnAnswer(url: URL, view: View<UsgsState>): Answer | undefined {
  const method = url.pathname.startsWith(`${FDSN_PATH}/`) ? url.pathname.slice(FDSN_PATH.length + 1) : undefined;
  if (method === undefined) return undefined;
  if (method === "version") return plain(200, API_VERSION);
  if (method !== "query" && method !== "count") return plain(404, "404 Not Found\n");
  const parameters = readParameters(url.searchParams, KNOWN);
  if (isMistake(parameters)) return refusal(url, view, parameters, false);
  const outcome = serve(method, url, parameters, view);
  if (!("text" in outcome)) return outcome;
  return refusal(url, view, outcome, parameters.get("jsonerror") === "true");
}

function serve(method: "query" | "count", url: URL, parameters: Parameters, view: View<UsgsState>): Answer | Mistake {
  const foreign = [...parameters.keys()].find((name) => !EMULATED.has(name));
  if (foreign !== undefined) return { status: 500, text: `This emulator does not carry out "${foreign}".` };
  const format = parameters.get("format") ?? (method === "count" ? "text" : "quakeml");
  if (parameters.has("includedeleted") && format !== "geojson" && format !== "csv") {
    return { status: 400, text: "includedeleted is only for the formats geojson and csv." };
  }
  const id = parameters.get("eventid");
  if (id !== undefined) return serveOne(url, id, format, parameters, view);
  const matching = select(parameters, view);
  if (!Array.isArray(matching)) return matching;
  const most = view.state.limit;
  const chosen = pageOf(matching, parameters, most);
  if (!Array.isArray(chosen)) return chosen;
  if (method === "count") return count(chosen, format, view);
  if (chosen.length > most) return { status: 400, text: tooMany(chosen.length, most) };
  return list(url, chosen, format, parameters, view);
}

/** By any id that it ever had; all other filters are ignored. */
function serveOne(url: URL, id: string, format: string, parameters: Parameters, view: View<UsgsState>): Answer | Mistake {
  const event = view.state.world.at(view.now).find(({ ids }) => ids.includes(id));
  if (event === undefined) return { status: 404, text: "Event not found" };
  const deletedToo = ["includedeleted", "includesuperseded"].some((name) => ["true", "only"].includes(parameters.get(name) ?? ""));
  if (event.status === "deleted" && !deletedToo) return { status: 409, text: "Event deleted" };
  if (format === "geojson") return json(detailFeature(event), cachedFor(view.clock));
  return list(url, [event], format, parameters, view);
}

function select(parameters: Parameters, view: View<UsgsState>): WorldEvent[] | Mistake {
  const deleted = parameters.get("includedeleted") ?? "false";
  const listed = view.state.world.at(view.now).filter(({ status }) => {
    return deleted === "only" ? status === "deleted" : deleted === "true" || status !== "deleted";
  });
  // Thirty days, also where only updatedafter is given (parseQuery in usgs/earthquake-event-ws).
  return selectEvents(listed, parameters, { from: view.now - 30 * DAY });
}

function tooMany(found: number, most: number): string {
  return `${found} matching events exceeds search limit of ${most}. Modify the search to match fewer events.`;
}

function count(events: readonly WorldEvent[], format: string, view: View<UsgsState>): Answer | Mistake {
  const n = view.select(events).length;
  const most = view.state.limit;
  if (format === "text") return plain(200, String(n), cachedFor(view.clock));
  if (format !== "geojson") return { status: 500, text: `This emulator has no count as ${format}.` };
  const error = n > most ? { error: tooMany(n, most) } : {};
  return json({ count: n, maxAllowed: most, ...error }, cachedFor(view.clock));
}

function list(url: URL, events: readonly WorldEvent[], format: string, parameters: Parameters, view: View<UsgsState>): Answer | Mistake {
  const shown = presented(events, view);
  const headers = cachedFor(view.clock);
  if (format === "csv") return answer(200, "text/csv; charset=utf-8", csvTable(shown), headers);
  if (format === "text") return plain(200, textTable(shown, { author: "us" }), headers);
  if (format !== "geojson") return { status: 500, text: `This emulator has no answers as ${format}.` };
  const features = shown.map((event) => {
    const detail = `${url.origin}${FDSN_PATH}/query?eventid=${idOf(event)}&format=geojson`;
    return usgsFeature(event, parameters.has("includedeleted") ? `${detail}&includedeleted=true` : detail);
  });
  const { limit, offset = "1" } = Object.fromEntries(parameters) as Record<string, string | undefined>;
  const metadata = {
    generated: wholeSecond(view.clock),
    url: url.href,
    title: "USGS Earthquakes",
    status: 200,
    api: API_VERSION,
    ...(limit === undefined ? {} : { limit: Number(limit), offset: Number(offset) }),
    count: features.length,
  };
  return json(featureCollection(metadata, features), headers);
}

/** As text, or under HTTP 200 where the client asked for `jsonerror`. */
function refusal(url: URL, view: View<UsgsState>, { status, text }: Mistake, asJson: boolean): Answer {
  if (asJson) return jsonError(url, view.clock, status, text);
  const reason = { 400: "Bad Request", 404: "Not Found", 409: "Conflict" }[status] ?? "Internal Server Error";
  const request = `Request:\n${url.pathname}${url.search}`;
  const submitted = `Request Submitted:\n${new Date(view.clock).toISOString()}`;
  const usage = `Usage details are available from ${url.origin}${FDSN_PATH}`;
  const body = [`Error ${status}: ${reason}`, text, usage, request, submitted, `Service version:\n${API_VERSION}`];
  return plain(status, `${body.join("\n\n")}\n`, cachedFor(view.clock));
}

export function jsonError(url: URL, clock: number, status: number, error: string): Answer {
  const generated = wholeSecond(clock);
  const metadata = { generated, url: url.href, title: "Search Error", status, api: API_VERSION, count: 0, error };
  return json({ type: "FeatureCollection", metadata, features: [] }, cachedFor(clock));
}
