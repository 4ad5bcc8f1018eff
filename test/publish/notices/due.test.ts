import { describe, expect, it } from "vitest";
import type { NoticeSettings } from "../../../build/config/schema.ts";
import { type Changed, type Changes, dueNotices, type Told } from "../../../build/publish/notices/due.ts";

const NOW = Date.parse("2018-03-31T00:00:00.000Z");
const DAY = 86_400_000;
const RULE: NoticeSettings = { to: "https://receiver.example/", format: "json", feed: false };

function told(more: Partial<Told> = {}): Told {
  const event = { event_id: "us1", slug: "us1", magnitude: 6, latitude: 0, longitude: 0, depth_km: 10, place: "Somewhere" };
  return { ...event, alert_level: null, occurred_at: new Date(NOW).toISOString(), ...more };
}

const changed = (event: Told): Changed => ({ aliases: [], event, noticed: { ...event, iso2: null } });

function due(events: readonly Told[], before: Record<string, Told> = {}, more: Partial<Changes> = {}) {
  const position = { id: "0".repeat(16), sequence: 1, as_of: new Date(NOW).toISOString() };
  const changes = { position, gap: false, changed: events.map(changed), withdrawn: [], ...more };
  const { notices, told: after } = dueNotices({ rule: RULE }, { rule: before }, changes, NOW);
  return { kinds: notices.map(({ kind, others }) => (kind === "more" ? `more ${others}` : kind)), known: Object.keys(after["rule"] ?? {}) };
}

const ago = (ms: number) => ({ occurred_at: new Date(NOW - ms).toISOString() });

describe("limits of notices", () => {
  it.each([
    [DAY - 1, ["new"]],
    [DAY, []],
  ])("an earthquake %d ms ago is news or not", (ms, kinds) => expect(due([told(ago(ms))]).kinds).toEqual(kinds));

  it.each([
    [40 * DAY - 1, ["us1"]],
    [40 * DAY, []],
  ])("what was told of an earthquake %d ms ago is kept or not", (ms, known) =>
    expect(due([], { us1: told(ago(ms)) }).known).toEqual(known),
  );

  it.each([
    ["20", 20, []],
    ["21", 21, ["more 1"]],
    ["22", 22, ["more 2"]],
  ])("of %s, at most twenty are told and the others are counted", (_, count, rest) => {
    const { kinds } = due(Array.from({ length: count }, (__, at) => told({ event_id: `us${at}` })));
    expect(kinds).toEqual([...Array.from({ length: 20 }, () => "new"), ...rest]);
  });

  // These latitudes are neighbours: by the distance that is used the first is 25 km less one bit from the equator, the second 25 km.
  it.each([
    [{ latitude: 0.22483009093113443 }, []],
    [{ latitude: 0.22483009093113446 }, ["revised"]],
    [{ depth_km: 34.9 }, []],
    [{ depth_km: 35 }, ["revised"]],
    [{ magnitude: 6.1 }, []],
    [{ magnitude: 6.2 }, ["revised"]],
    [{ magnitude: null }, ["revised"]],
  ])("a change to %j is a revision or not", (after, kinds) => expect(due([told(after)], { us1: told() }).kinds).toEqual(kinds));
});
