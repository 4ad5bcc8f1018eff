import type { Emulator } from "../emulator/emulator.ts";
import type { AgencyName, Fault, When } from "../emulator/faults.ts";
import { oneOf, type Random, wholeWithin } from "../emulator/random.ts";

const ASKED = ["usgs", "usgs", "usgs", "noaa", "emsc", "text"] as const satisfies readonly AgencyName[];

/** Switches faults on for the next cycles, and others off. Returns their kinds. */
export function changeWeather(agencies: Emulator, random: Random): string[] {
  if (random() < 0.5) agencies.faults.clear();
  const kinds: string[] = [];
  for (let n = wholeWithin(random, 0, 4); n > 0; n--) {
    const agency = oneOf(random, ASKED);
    const fault = oneOf(random, faultsOf(agencies, agency, random));
    agencies.faults.set(agency, fault, extent(fault, random));
    kinds.push(`${agency} ${fault.kind}`);
  }
  return kinds;
}

function faultsOf(agencies: Emulator, agency: AgencyName, random: Random): Fault[] {
  const share = random();
  return [
    { kind: "slow", ms: wholeWithin(random, 1, 60) },
    { kind: "silent" },
    { kind: "reset" },
    { kind: "cut-short", share },
    { kind: "truncated", share },
    { kind: "status", status: 429 },
    { kind: "status", status: 429, retryAfter: wholeWithin(random, 0, 7_200) },
    { kind: "status", status: 503, retryAfter: wholeWithin(random, 0, 90) },
    { kind: "status", status: oneOf(random, [400, 403, 404, 413, 500, 502, 503, 504]) },
    { kind: "html" },
    { kind: "replaced", body: "null" },
    { kind: "replaced", body: "" },
    { kind: "broken-gzip" },
    { kind: "empty" },
    { kind: "stale" },
    { kind: "shrinking", keep: 0.3 + 0.6 * share },
    { kind: "omits", ids: someIds(agencies, random) },
    { kind: "clock-back", ms: wholeWithin(random, 1_000, 90_000_000) },
    // Only the USGS tells the former ids of an event beside the present one, and answers errors as empty collections.
    ...(agency === "usgs" ? ([{ kind: "other-ids" }, { kind: "json-error" }] as const) : []),
    ...(agency === "noaa" ? ([{ kind: "paging-drift" }] as const) : []),
  ];
}

function someIds({ usgs }: Emulator, random: Random): string[] {
  const { events } = usgs.world;
  return events.length === 0 ? [] : Array.from({ length: 5 }, () => oneOf(random, events)).flatMap(({ ids }) => ids);
}

/** Silence costs real time, so it strikes once; the others by chance, by turns, on one path or until the weather changes. */
function extent(fault: Fault, random: Random): When {
  if (fault.kind === "silent") return { times: 1 };
  const path = random() < 0.4 ? { path: oneOf(random, ["/summary/", "/query", "/count", "page=2"]) } : {};
  return { ...path, ...oneOf<When>(random, [{}, {}, { every: 2 }, { chance: 0.5 }, { times: wholeWithin(random, 1, 5) }]) };
}
