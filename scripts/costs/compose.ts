import type { Costs } from "../../build/pages/costs/figures.ts";
import type { StoreCounts } from "./counting-store.ts";
import { EVENTS, RATES } from "./events.ts";
import type { Followed } from "./follower.ts";
import { type MinuteKind, minuteKind, type PublishedMinute } from "./publish-day.ts";

type Publishing = Costs["publishing"];
type Requests = Publishing["day"];

/** A day has one first minute, 23 that begin another hour, and the rest. */
const IN_A_DAY: Record<MinuteKind, number> = { plain: 1_416, hour: 23, day: 1 };
const KINDS = ["plain", "hour", "day"] as const;

/** What is written day by day and stays for so many days, that in which it is removed included. */
const KEPT_DAYS: Record<string, number> = {
  "deltas/step": 2,
  "deltas/hour": 8,
  "deltas/day": 31,
  "pins/step": 2,
  "pins/hour": 9,
};

/**
 * The day that is made of the minutes that were counted: of each kind of minute the mean, as often as a day has it.
 *
 * @throws Error where a kind of minute was not counted
 */
export function composeDay([first, ...minutes]: readonly PublishedMinute[]): Publishing {
  const last = minutes.at(-1);
  if (!first || !last) throw new Error("there is no minute to count");
  const of = (kind: MinuteKind) => minutes.filter(({ asOf }) => minuteKind(asOf) === kind);
  const parts = Object.fromEntries(
    KINDS.map((kind) => {
      const some = of(kind);
      if (some.length === 0) throw new Error(`no minute of the kind "${kind}" was counted`);
      return [kind, { counted: some.length, in_a_day: IN_A_DAY[kind], mean: meanOf(some.map(({ counts }) => counts)) }];
    }),
  ) as Publishing["minutes"];
  const inADay = (kindOfMinute: MinuteKind, value: (minute: PublishedMinute) => number) =>
    mean(of(kindOfMinute).map(value)) * IN_A_DAY[kindOfMinute];
  const written = new Set(minutes.flatMap((minute) => Object.keys(minute.written)));
  const kinds = [...written].map((kind) => {
    const sum = (value: "requests" | "bytes") =>
      KINDS.reduce((all, one) => all + inADay(one, (minute) => minute.written[kind]?.[value] ?? 0), 0);
    return { kind, requests: Math.round(sum("requests")), bytes: Math.round(sum("bytes")) };
  });
  const { replaced, shards, shardBytes, objects, bytes } = last.stored;
  return {
    events: EVENTS,
    ...RATES,
    begin: new Date(first.asOf).toISOString(),
    minutes: parts,
    day: dayOf(parts),
    kinds: kinds.toSorted((a, b) => b.requests - a.requests),
    first: { objects: first.counts.put, bytes: first.counts.sentBytes },
    stored: { objects, bytes, shards, shard_bytes: shardBytes, replaced },
    stored_bytes_month: bytes + Math.round(grownBytes(kinds)),
    changed_files: Math.round(mean(of("plain").map(({ report }) => report.sent))),
  };
}

function dayOf(parts: Publishing["minutes"]): Requests {
  const sum = (name: keyof Requests) =>
    Math.round(KINDS.reduce((all, kind) => all + parts[kind].mean[name] * parts[kind].in_a_day, 0));
  return {
    put: sum("put"),
    copy: sum("copy"),
    get: sum("get"),
    list: sum("list"),
    delete: sum("delete"),
    sent_bytes: sum("sent_bytes"),
  };
}

/** What has come together when the oldest of each kind goes. */
function grownBytes(kinds: Publishing["kinds"]): number {
  return kinds.reduce((sum, { kind, bytes }) => sum + bytes * (KEPT_DAYS[kind] ?? 0), 0);
}

function meanOf(counts: readonly StoreCounts[]): Requests {
  const of = (name: keyof StoreCounts) => rounded(mean(counts.map((one) => one[name])));
  return {
    put: of("put"),
    copy: of("copy"),
    get: of("get"),
    list: of("list"),
    delete: of("delete"),
    sent_bytes: Math.round(of("sentBytes")),
  };
}

/** What following costs a mirror, and its first copy. */
export function composeMirror([first, ...minutes]: readonly Followed[]): Costs["mirrors"] {
  return {
    minutes: minutes.length,
    requests: rounded(mean(minutes.map(({ requests }) => requests.length))),
    bytes: Math.round(mean(minutes.map(bytesOf))),
    first_requests: first?.requests.length ?? 0,
    first_bytes: first ? bytesOf(first) : 0,
  };
}

function bytesOf({ requests }: Followed): number {
  return requests.reduce((sum, { compressed }) => sum + compressed, 0);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
