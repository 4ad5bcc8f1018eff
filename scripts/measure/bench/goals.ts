import type { Results } from "./results.ts";
import type { ServerName } from "./servers.ts";
import { median } from "./table.ts";

/** A number that the project sets itself, and what this run reached. */
export interface Goal {
  what: string;
  goal: number;
  /** Whether more is better. */
  least: boolean;
  unit: string;
  /** Undefined where it could not be measured. */
  reached: number | undefined;
  /** The same by the processor time of the servers, which a busy machine disturbs less. */
  byProcessor?: number | undefined;
}

const NODE: ServerName = "quaketree, node:http";
const SERVE: ServerName = "quaketree, serve";
const CONSTANT: ServerName = "node:http, constant buffer";
const SAME_HEADERS: ServerName = "node:http, constant buffer, our headers";
const NGINX: readonly ServerName[] = ["nginx, file", "nginx, file, no sendfile"];
const MONTH = 12_000;

/** Compares with what was set out to reach. Only ratios carry over to another machine. */
export function goals(results: Results): Goal[] {
  return [...selectionGoals(results), ...httpGoals(results)];
}

function selectionGoals({ selection }: Results): Goal[] {
  const costs = selection.find(({ events }) => events === MONTH)?.costs ?? [];
  const million = selection.find(({ events }) => events > MONTH)?.costs ?? [];
  const [recent, , offset, country] = costs;
  const gains = someOf(costs.flatMap(({ ours, parsing }) => (parsing ? [parsing.p50 / ours.p50] : [])));
  const growth = someOf(million.map(({ ours }, at) => ours.p50 / (costs[at]?.ours.p50 ?? Number.NaN)));
  return [
    atMost("selection, default query, p50", 6, "µs", recent?.ours.p50),
    atMost("selection, one country, p50", 10, "µs", country?.ours.p50),
    atMost("selection, deep offset, p50", 10, "µs", offset?.ours.p50),
    atLeast("selection against parse-filter-serialise, default query", 1000, "×", gains?.[0]),
    atLeast("selection against parse-filter-serialise, the least of six", 1000, "×", gains && Math.min(...gains)),
    atMost("a million events against 12,000, the most of six", 3, "×", growth && Math.max(...growth)),
  ];
}

function someOf(figures: number[]): number[] | undefined {
  return figures.length > 0 ? figures : undefined;
}

const SELECTED = ["default query, selected", "limit=500, selected", "country=JP, selected"];

const WHOLE = "default query, whole answer";

function httpGoals(results: Results): Goal[] {
  const share = (query: string, ours: ServerName, of: readonly ServerName[]) => (by: Figure) =>
    percent(rate(results, query, [ours], by), rate(results, query, of, by));
  const against = (ours: ServerName, name: ServerName) => (by: Figure) =>
    least(SELECTED.map((query) => ratio(rate(results, query, [ours], by), rate(results, query, [name], by))));
  const [recent, limit, country] = SELECTED as [string, string, string];
  return [
    ofServers("serve ÷ constant buffer with our headers, default query, selected", 70, "%", share(recent, SERVE, [SAME_HEADERS])),
    ofServers("serve ÷ constant buffer with our headers, whole answer", 85, "%", share(WHOLE, SERVE, [SAME_HEADERS])),
    ofServers("handler ÷ nginx, whole answer", 35, "%", share(WHOLE, NODE, NGINX)),
    ofServers("handler ÷ nginx, default query, selected", 35, "%", share(recent, NODE, NGINX)),
    ofServers("handler ÷ constant buffer with two headers, country=JP", 60, "%", share(country, NODE, [CONSTANT])),
    ofServers("handler ÷ nginx, limit=500, selected", 90, "%", share(limit, NODE, NGINX)),
    ofServers("handler ÷ nginx, limit=500, repeated", 100, "%", share("limit=500, repeated", NODE, NGINX)),
    ofServers("nginx host ÷ plain nginx", 90, "%", share(WHOLE, "quaketree, nginx", ["nginx, file, our headers"])),
    ofServers("handler ÷ Fastify + better-sqlite3, least of three", 12, "×", against(NODE, "Fastify + better-sqlite3")),
    ofServers("handler ÷ json-server, least of three", 200, "×", against(NODE, "json-server")),
    ofServers("serve ÷ handler, default query, selected", 100, "%", share(recent, SERVE, [NODE])),
    ofServers("workerd ÷ the same parsing, least of three", 80, "×", against("quaketree, workerd", "workerd, parse and filter")),
  ];
}

/** By which of its two figures a server is compared. */
type Figure = "rates" | "ofCore";

function ofServers(what: string, goal: number, unit: string, reached: (by: Figure) => number | undefined): Goal {
  return { ...atLeast(what, goal, unit, reached("rates")), byProcessor: reached("ofCore") };
}

/** The best of some servers, by its median of the rounds. */
function rate({ http }: Results, query: string, names: readonly ServerName[], by: Figure): number | undefined {
  const rows = (http ?? []).filter((row) => row.query === query && names.includes(row.server));
  return rows.length === 0 ? undefined : Math.max(...rows.map((row) => median(row[by]) ?? 0));
}

function ratio(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? undefined : a / b;
}

function percent(a: number | undefined, b: number | undefined): number | undefined {
  const share = ratio(a, b);
  return share && share * 100;
}

function least(figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((value) => value !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function atLeast(what: string, goal: number, unit: string, reached: number | undefined): Goal {
  return { what, goal, least: true, unit, reached };
}

function atMost(what: string, goal: number, unit: string, reached: number | undefined): Goal {
  return { what, goal, least: false, unit, reached };
}
