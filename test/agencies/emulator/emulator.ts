/**
 * The agencies, on loopback: servers that speak their protocols from a world that the test makes, with a clock that the
 * test moves and faults that it switches on. Every agency has a port, and so an origin, of its own.
 *
 *     const agencies = await startEmulator({ now: Date.UTC(2031, 4, 4, 12), seed: 1 });
 *     afterAll(() => agencies.stop());
 *
 *     agencies.usgs.world.add({ net: "us", code: "7000aaaa", time: agencies.clock.now() - 60_000, mag: 5.1 });
 *     agencies.usgs.world.add(...generateEvents({ random: mulberry32(1), count: 500, from, to }));
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
 *     agencies.noaa.state.earthquakes.push({ id: 1, year: -426 });  // rows of HazEL; or Object.assign(state, generateHazel(…))
 *     agencies.noaa.events, agencies.noaa.tsunamis                  // addresses of the API
 *     agencies.emsc.world.add({ net: "", code: "20310504_0000001", time }); agencies.emsc.fdsn
 *     agencies.text.world.add({ net: "", code: "gfz2031abcd", time }); agencies.text.fdsn
 *     agencies.text.state.quirks = { author: "GFZ", columns: 14 };
 *
 * Captures are replayed by `agencies.usgs.state.shown = { all_day: bytes }` (feeds that are not in it are not found then;
 * faults that touch the data do not touch them); captures.ts reads the series of the corpus.
 */
import { mulberry32 } from "../../../build/platform/random.ts";
import { type Clock, createClock } from "./clock.ts";
import { type AgencyName, createFaults, type Faults } from "./faults.ts";
import { HAZEL_PATH, type NoaaState, noaaAnswer } from "./noaa.ts";
import { emscAnswer, type FdsnState, textAnswer } from "./seismology.ts";
import { type LoggedRequest, type Manners, startServer } from "./server.ts";
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

interface Agency<State> {
  state: State;
  manners: Manners;
  /** Such as `http://127.0.0.1:4321`. */
  origin: string;
}

interface EventService extends Agency<FdsnState> {
  world: World;
  /** Base of the event service, with a slash at its end. */
  fdsn: string;
}

export interface Emulator {
  clock: Clock;
  faults: Faults;
  /** Oldest first; may be emptied. */
  requests: LoggedRequest[];
  usgs: Agency<UsgsState> & {
    world: World;
    /** Address of one of the 20 summary feeds. */
    feed: (name: string) => string;
    /** Base of the event service, with a slash at its end. */
    fdsn: string;
  };
  noaa: Agency<NoaaState> & { events: string; tsunamis: string };
  emsc: EventService;
  /** An agency that speaks FDSN text. */
  text: EventService;
  stop(): Promise<void>;
}

/** Starts the servers; `stop` them. */
export async function startEmulator({ now, seed = 1 }: EmulatorOptions): Promise<Emulator> {
  const clock = createClock(now);
  const states = createStates(clock);
  const faults = createFaults(mulberry32(seed), (agency) => frozen(agency, states));
  const requests: LoggedRequest[] = [];
  const shared = { clock, faults, requests };
  const usgs = await startServer({ name: "usgs", state: states.usgs, respond: usgsAnswer, ...shared });
  const noaa = await startServer({ name: "noaa", state: states.noaa, respond: noaaAnswer, ...shared });
  const emsc = await startServer({ name: "emsc", state: states.emsc, respond: emscAnswer, ...shared });
  const text = await startServer({ name: "text", state: states.text, respond: textAnswer, ...shared });
  const hazel = `${noaa.origin}${HAZEL_PATH}`;
  return {
    ...shared,
    usgs: {
      ...usgs,
      world: states.usgs.world,
      feed: (name) => `${usgs.origin}${FEED_PATH}/summary/${name}.geojson`,
      fdsn: `${usgs.origin}${FDSN_PATH}/`,
    },
    noaa: { ...noaa, events: `${hazel}/earthquakes`, tsunamis: `${hazel}/tsunamis/events` },
    emsc: { ...emsc, world: states.emsc.world, fdsn: `${emsc.origin}${FDSN_PATH}/` },
    text: { ...text, world: states.text.world, fdsn: `${text.origin}${FDSN_PATH}/` },
    stop: async () => {
      await Promise.all([usgs, noaa, emsc, text].map((server) => server.stop()));
    },
  };
}

interface States {
  usgs: UsgsState;
  noaa: NoaaState;
  emsc: FdsnState;
  text: FdsnState;
}

function createStates({ now }: Clock): States {
  const service = (author: string): FdsnState => ({ world: createWorld(now), limit: 20_000, quirks: { author }, refuses: [] });
  return {
    usgs: { world: createWorld(now), shown: undefined, limit: 20_000 },
    noaa: { earthquakes: [], tsunamis: [] },
    emsc: service("EMSC"),
    text: service("GFZ"),
  };
}

/** A copy of what an agency knows now. */
function frozen(agency: AgencyName, states: States): unknown {
  const state = states[agency];
  if (!("world" in state)) return structuredClone(state);
  return { ...state, world: createWorld(() => 0, structuredClone(state.world.events)) };
}
