import { UserError } from "../error.ts";

/** Thrown where an agency has told us to leave it alone for longer than a run may wait. Its code is `agency-throttled`. */
export class AgencyThrottled extends UserError {
  /** Who said so, such as `https://earthquake.usgs.gov`: a redirect may have led there. */
  readonly origin: string;
  /** Nobody should ask it again before then, ms since 1970 UTC by our own clock. */
  readonly until: number;

  constructor(origin: string, message: string, until: number) {
    const moment = new Date(until).toISOString();
    super("agency-throttled", `${message}: not to be asked again before ${moment}`, "run less often, or wait");
    this.name = "AgencyThrottled";
    this.origin = origin;
    this.until = until;
  }
}

/** Thrown where it was not asked at all, because that time has not come. */
export class AgencyLeftAlone extends AgencyThrottled {
  constructor(origin: string, until: number) {
    super(origin, `${origin} has told us to wait`, until);
    this.name = "AgencyLeftAlone";
  }
}
