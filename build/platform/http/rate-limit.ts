import { UserError } from "../error.ts";
import { DAY_MS } from "../time.ts";

/** The longest wait that a server may impose, ms: a wrong clock must not stop requests for years. */
export const LONGEST_COOLDOWN_MS = DAY_MS;

/** Thrown if an agency asks clients to wait for longer than a run may take. Its code is `agency-throttled`. */
export class RateLimited extends UserError {
  /** The origin that asked for the wait, such as `https://earthquake.usgs.gov`; it may be the target of a redirect. */
  readonly origin: string;
  /** No request is sent before this time, ms since 1970 UTC by the local clock. */
  readonly until: number;

  constructor(origin: string, message: string, until: number) {
    const moment = new Date(until).toISOString();
    super("agency-throttled", `${message}: not to be asked again before ${moment}`, "run less often, or wait");
    this.name = "RateLimited";
    this.origin = origin;
    this.until = until;
  }
}

/** Thrown before a request is sent, because that time has not come yet. */
export class CoolingDown extends RateLimited {
  constructor(origin: string, until: number) {
    super(origin, `${origin} has told us to wait`, until);
    this.name = "CoolingDown";
  }
}

/** Waits until an origin may get the next request. `spacingMs` is the least time between the starts of two requests, ms. */
export type Spacing = (origin: string, spacingMs: number) => Promise<void>;

/** Spaces the requests of all callers to one origin. After the clock was set back, a request waits for one spacing at most. */
export function createSpacing({ now, sleep }: { now: () => number; sleep: (ms: number) => Promise<void> }): Spacing {
  const lastBegun = new Map<string, number>();
  const queues = new Map<string, Promise<void>>();
  const takeTurn = async (origin: string, spacingMs: number) => {
    const last = lastBegun.get(origin);
    const wait = last === undefined ? 0 : Math.min(last + spacingMs - now(), spacingMs);
    if (wait > 0) await sleep(wait);
    lastBegun.set(origin, now());
  };
  return (origin, spacingMs) => {
    const turn = (queues.get(origin) ?? Promise.resolve()).then(() => takeTurn(origin, spacingMs));
    // A failed wait does not affect the next one.
    queues.set(
      origin,
      turn.catch(() => {}),
    );
    return turn;
  };
}
