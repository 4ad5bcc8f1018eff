import { UserError } from "../error.ts";

/** Thrown where an agency asks us to wait for longer than a run may. Its code is `agency-throttled`. */
export class RateLimited extends UserError {
  /** Who asks for it, such as `https://earthquake.usgs.gov`: a redirect may have led there. */
  readonly origin: string;
  /** Nobody should ask it again before then, ms since 1970 UTC by our own clock. */
  readonly until: number;

  constructor(origin: string, message: string, until: number) {
    const moment = new Date(until).toISOString();
    super("agency-throttled", `${message}: not to be asked again before ${moment}`, "run less often, or wait");
    this.name = "RateLimited";
    this.origin = origin;
    this.until = until;
  }
}

/** Thrown where it was not asked at all, because that time has not come. */
export class CoolingDown extends RateLimited {
  constructor(origin: string, until: number) {
    super(origin, `${origin} has told us to wait`, until);
    this.name = "CoolingDown";
  }
}

/** Waits until an origin may be asked, given the least time between the beginnings of two requests, ms. */
export type Spacing = (origin: string, spacingMs: number) => Promise<void>;

/**
 * Lets requests to one origin begin one after the other, no closer together than each of them wants, whoever asks.
 * A clock that is set back costs one spacing and no more.
 */
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
    // A failure of this wait does not concern the next one.
    queues.set(
      origin,
      turn.catch(() => {}),
    );
    return turn;
  };
}
