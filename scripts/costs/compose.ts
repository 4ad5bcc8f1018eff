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

/** What is replaced, and shards that nothing names, stay for an hour. */
const HOUR_OF_DAY = 1 / 24;

/** As many objects as a page of a listing has. */
const PAGE = 1_000;

/**
 * The day that is made of the minutes that were counted: of each kind of minute the mean, as often as a day has it. The first
 * publishing of each stretch does not count.
 *
 * @throws Error where a kind of minute was not counted
 */
export function composeDay(published: readonly PublishedMinute[]): Publishing {
  const [first] = published;
  if (!first) throw new Error("there is no minute to count");
  const counted = published.filter((minute) => !minute.first);
  const of = (kind: MinuteKind) => counted.filter(({ asOf }) => minuteKind(asOf) === kind);
  const minutes = Object.fromEntries(KINDS.map((kind) => [kind, minuteOf(kind, of(kind))])) as Publishing["minutes"];
  const kinds = kindsOf(of, counted);
  const copies = sumOf(kinds, ({ kind }) => kind.startsWith("copy of"));
  const shards = sumOf(kinds, ({ kind }) => kind === "shards");
  const day = dayOf(minutes);
  // Each publishing lists the copies of the last hour, of which there were fewer while it was counted.
  const pages = Math.max(1, Math.ceil((copies.requests * HOUR_OF_DAY) / PAGE));
  const grown = sumOf(
    kinds.map((one) => ({ ...one, bytes: one.bytes * (KEPT_DAYS[one.kind] ?? 0) })),
    () => true,
  );
  return {
    events: EVENTS,
    ...RATES,
    stretches: stretchesOf(published),
    minutes,
    day: { ...day, list: day.list + (pages - 1) * MINUTES },
    kinds,
    first: { objects: first.counts.put, bytes: first.counts.sentBytes },
    hour: {
      copies: Math.round(copies.requests * HOUR_OF_DAY),
      copy_bytes: Math.round(copies.bytes * HOUR_OF_DAY),
      shards: Math.round(shards.requests * HOUR_OF_DAY),
      shard_bytes: Math.round(shards.bytes * HOUR_OF_DAY),
    },
    stored_bytes_month: Math.round(first.counts.sentBytes + (copies.bytes + shards.bytes) * HOUR_OF_DAY + grown.bytes),
    changed_files: Math.round(mean(of("plain").map(({ report }) => report.sent))),
  };
}

const MINUTES = 1_440;

function minuteOf(kind: MinuteKind, minutes: readonly PublishedMinute[]): Publishing["minutes"]["plain"] {
  if (minutes.length === 0) throw new Error(`no minute of the kind "${kind}" was counted`);
  return { counted: minutes.length, in_a_day: IN_A_DAY[kind], mean: meanOf(minutes.map(({ counts }) => counts)) };
}

/** What was written for what, in a day. */
function kindsOf(
  of: (kind: MinuteKind) => PublishedMinute[],
  counted: readonly PublishedMinute[],
): Publishing["kinds"] {
  const names = new Set(counted.flatMap(({ written }) => Object.keys(written)));
  const kinds = [...names].map((kind) => {
    const inADay = (value: "requests" | "bytes") =>
      KINDS.reduce(
        (sum, one) => sum + mean(of(one).map(({ written }) => written[kind]?.[value] ?? 0)) * IN_A_DAY[one],
        0,
      );
    return { kind, requests: Math.round(inADay("requests")), bytes: Math.round(inADay("bytes")) };
  });
  return kinds.toSorted((a, b) => b.requests - a.requests);
}

function sumOf(kinds: Publishing["kinds"], chosen: (kind: Publishing["kinds"][number]) => boolean) {
  const sum = { requests: 0, bytes: 0 };
  for (const kind of kinds.filter(chosen)) {
    sum.requests += kind.requests;
    sum.bytes += kind.bytes;
  }
  return sum;
}

function stretchesOf(published: readonly PublishedMinute[]): Publishing["stretches"] {
  const stretches: Publishing["stretches"] = [];
  for (const { asOf, first } of published) {
    const last = stretches.at(-1);
    if (first || !last) stretches.push({ begin: new Date(asOf).toISOString(), minutes: 0 });
    else last.minutes++;
  }
  return stretches;
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
