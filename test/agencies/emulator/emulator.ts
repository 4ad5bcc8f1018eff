/**
 * The agencies, on loopback: servers that speak their protocols from a world that the test makes, with a clock that the
 * test moves and faults that it switches on. Every agency has a port, and so an origin, of its own.
 *
 *     const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: 1 });
 *     afterAll(() => agencies.stop());
 *
 *     agencies.usgs.world.add({ net: "us", code: "7000aaaa", time: agencies.clock.now() - 60_000, mag: 5.1 });
 *     agencies.usgs.world.add(...generateEvents({ random: seeded(1), count: 500, from, to }));
 *     agencies.usgs.world.revise("us7000aaaa", { mag: 5.3 });      // `updated` becomes now
 *     agencies.usgs.world.revise("us7000aaaa", { mag: 5.3, updated: agencies.usgs.world.get("us7000aaaa").updated });
 *     agencies.usgs.world.changeId("us7000aaaa", { net: "ci", code: "1234" });
 *     agencies.usgs.world.merge("ci1234", "nn5678");
 *     agencies.usgs.world.delete("ci1234", { bare: true });
 *     agencies.clock.advance(60_000);                               // time stands still otherwise
 *
 *     agencies.usgs.feed("all_day")                                 // for agencies.usgs.feed in a configuration
 *     agencies.usgs.fdsn                                            // for agencies.usgs.fdsn
 *     agencies.usgs.state.limit = 100;                              // instead of 20 000 events in one answer
 *     agencies.usgs.manners.conditional = true;                     // ETag and 304
 *     agencies.usgs.manners.cacheMs = 60_000;                       // as the real one has it
 *
 *     agencies.faults.set("usgs", { kind: "status", status: 503, retryAfter: 5 }, { path: "/summary/", times: 2 });
 *     agencies.faults.set("usgs", { kind: "stale" }, { every: 2 }); // half the answers are of a frozen replica
 *     agencies.faults.clear();
 *     agencies.requests                                             // what was asked, with headers and status
 *
 * Captures are replayed by `agencies.usgs.state.shown = { all_day: bytes }` (feeds that are not in it are not found then;
 * faults that touch the data do not touch them); captures.ts reads the series of the corpus.
 */
import { type Clock, createClock } from "./clock.ts";
import { type AgencyName, createFaults, type Faults } from "./faults.ts";
import { seeded } from "./random.ts";
import { type AgencyServer, type LoggedRequest, type Manners, startServer } from "./server.ts";
import { type UsgsState, usgsAnswer } from "./usgs.ts";
import { FDSN_PATH } from "./usgs-fdsn.ts";
import { FEED_PATH } from "./usgs-feeds.ts";
import { createWorld, type World } from "./world.ts";

export interface EmulatorOptions {
  /** ms since 1970 UTC, where time stands still until it is moved; or a clock to go with. */
  now: number | (() => number);
  /** Of the faults that strike by chance. */
  seed?: number;
}

export interface Emulator {
  clock: Clock;
  faults: Faults;
  /** Oldest first; may be emptied. */
  requests: LoggedRequest[];
  usgs: {
    world: World;
    state: UsgsState;
    manners: Manners;
    origin: string;
    /** Address of one of the 20 summary feeds. */
    feed: (name: string) => string;
    /** Base of the event service, with a slash at its end. */
    fdsn: string;
  };
  stop(): Promise<void>;
}

/** Starts the servers; `stop` them. */
export async function startEmulator({ now, seed = 1 }: EmulatorOptions): Promise<Emulator> {
  const clock = createClock(now);
  const usgs: UsgsState = { world: createWorld(clock.now), shown: undefined, limit: 20_000 };
  const copies: Partial<Record<AgencyName, () => unknown>> = { usgs: () => frozenUsgs(usgs) };
  const faults = createFaults(seeded(seed), (agency) => copies[agency]?.());
  const requests: LoggedRequest[] = [];
  const shared = { clock, faults, requests };
  const usgsServer = await startServer({ name: "usgs", state: usgs, respond: usgsAnswer, ...shared });
  const servers: AgencyServer[] = [usgsServer];
  return {
    clock,
    faults,
    requests,
    usgs: {
      world: usgs.world,
      state: usgs,
      manners: usgsServer.manners,
      origin: usgsServer.origin,
      feed: (name) => `${usgsServer.origin}${FEED_PATH}/summary/${name}.geojson`,
      fdsn: `${usgsServer.origin}${FDSN_PATH}/`,
    },
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

function frozenUsgs(state: UsgsState): UsgsState {
  return { ...state, world: createWorld(() => 0, structuredClone(state.world.events)) };
}
