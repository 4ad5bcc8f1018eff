import { UserError } from "../error.ts";

/** Thrown where an agency has told us to leave it alone for longer than a run may wait. Its code is `agency-throttled`. */
export class AgencyThrottled extends UserError {
  /** Nobody should ask this agency again before then, ms since 1970 UTC by our own clock. */
  readonly until: number;

  constructor(where: string, reason: string, until: number) {
    const moment = new Date(until).toISOString();
    super("agency-throttled", `${where} ${reason}: not to be asked again before ${moment}`, "run less often, or wait");
    this.name = "AgencyThrottled";
    this.until = until;
  }
}

/** Thrown where it was not asked at all, because that time has not come. */
export class AgencyLeftAlone extends AgencyThrottled {
  /** Such as `https://earthquake.usgs.gov`. */
  readonly origin: string;

  constructor(origin: string, until: number) {
    super(origin, "has told us to wait", until);
    this.name = "AgencyLeftAlone";
    this.origin = origin;
  }
}
