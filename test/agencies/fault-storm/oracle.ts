import type { HazelRecord } from "../emulator/noaa.ts";
import type { World, WorldEvent } from "../emulator/world.ts";

/** An event as the store holds it. */
export interface HeldEvent {
  ids: readonly string[];
  time: number;
  magnitude: number | null;
}

/** Compares what the store holds of one agency with what the agency knows, one look after the other. */
export interface Oracle {
  /** What is wrong: events that were lost, or that no agency ever reported. */
  look(held: readonly HeldEvent[]): string[];
  /** Besides: events of the last month that are missing, that are told wrongly, or that should have been withdrawn. */
  lookCalmly(held: readonly HeldEvent[], calm: Calm): string[];
}

/** Times in ms since 1970 UTC. */
interface Calm {
  /** When the agencies last began to answer well. */
  since: number;
  /**
   * Deletions before this have been noticed in any case. One that a faulty answer has left out is never told again; that the
   * feeds lack the event shows in three captures of one that reaches so far back, which is asked once a day.
   */
  noticedBefore: number;
  now: number;
}

const MONTH = 30 * 86_400_000;

/** @param strict whether the agency tells what it deletes, so that it must be withdrawn */
export function oracleOf(agency: string, world: World, strict: boolean): Oracle {
  /** Every id under which the store has ever held something. */
  const taken = new Set<string>();
  const look = (held: readonly HeldEvent[]) => {
    const byId = indexed(world.events);
    const holding = new Set(held.flatMap(({ ids }) => ids));
    const faults = held
      .filter(({ ids }) => !ids.some((id) => byId.has(id)))
      .map(({ ids }) => `${agency}: ${ids.join(",")} was never reported`);
    for (const id of taken) {
      const event = byId.get(id);
      if (event === undefined || event.status === "deleted") taken.delete(id);
      else if (!event.ids.some((other) => holding.has(other))) faults.push(`${agency}: ${event.ids.join(",")} is lost`);
    }
    for (const { ids } of held) for (const id of ids) taken.add(id);
    return [...faults, ...twice(agency, held)];
  };
  const lookCalmly = (held: readonly HeldEvent[], { since, noticedBefore, now }: Calm) => {
    const holding = new Map(held.flatMap((event) => event.ids.map((id) => [id, event] as const)));
    const recent = world.at(now).filter(({ time }) => time > now - MONTH + 3_600_000 && time <= now);
    return recent.flatMap((event) =>
      difference(
        agency,
        event,
        event.ids.map((id) => holding.get(id)).find((e) => e),
        strict && (event.changedAt >= since || event.changedAt < noticedBefore),
      ),
    );
  };
  return { look, lookCalmly };
}

function difference(agency: string, event: WorldEvent, held: HeldEvent | undefined, strict: boolean): string[] {
  const name = `${agency}: ${event.ids.join(",")}`;
  if (event.status === "deleted") return held && strict ? [`${name} was deleted and is still held`] : [];
  if (!held) return [`${name} of ${new Date(event.time).toISOString()} is missing`];
  // A change that `updated` does not tell of is seen only when all is read anew.
  if (event.changedAt > event.updated) return [];
  if (held.magnitude !== event.mag) return [`${name} has the magnitude ${held.magnitude} in place of ${event.mag}`];
  return held.time === event.time ? [] : [`${name} has the time ${held.time} in place of ${event.time}`];
}

function indexed(events: readonly WorldEvent[]): Map<string, WorldEvent> {
  return new Map(events.flatMap((event) => event.ids.map((id) => [id, event] as const)));
}

function twice(agency: string, held: readonly HeldEvent[]): string[] {
  const ids = held.flatMap((event) => event.ids);
  if (new Set(ids).size === ids.length) return [];
  return [`${agency}: an id belongs to two events`];
}

/** The same for a table of which rows go when the agency takes them out. */
export function tableOracle(agency: string, rows: () => readonly HazelRecord[]): Pick<Oracle, "look"> {
  const taken = new Set<string>();
  const reported = new Set<string>();
  return {
    look: (held) => {
      const now = new Set(rows().map(({ id }) => String(id)));
      for (const id of now) reported.add(id);
      const ids = held.flatMap((event) => event.ids);
      const lost = [...taken].filter((id) => now.has(id) && !ids.includes(id));
      for (const id of ids) taken.add(id);
      const invented = ids.filter((id) => !reported.has(id));
      return [...lost.map((id) => `${agency}: row ${id} is lost`), ...invented.map((id) => `${agency}: row ${id} was never there`)];
    },
  };
}
