import { contractCases } from "./contract-cases.ts";
import { EVENT_SERVICE_CASES } from "./event-service-cases.ts";
import type { Facts } from "./facts.ts";
import { FORM_CASES } from "./form-cases.ts";
import type { Expectation } from "./oracle.ts";
import { PATH_CASES } from "./path-cases.ts";
import { SPELLING_CASES } from "./spelling-cases.ts";

/** One request that every host answers alike. */
export interface Case {
  /** Topic, colon, what is peculiar; hosts name their exceptions by it. */
  name: string;
  /** GET unless said otherwise. */
  method?: string;
  /** Sent as it stands, in UTF-8. */
  target: string | ((facts: Facts) => string);
  /** `{etag}`, `{etag-br}`, `{modified}` and `{earlier}` stand for what a plain GET of the target gives. */
  headers?: Record<string, string>;
  /** In what the answer differs from that of a plain request. */
  expectation?: Expectation;
}

/** The one list that every host is measured by. */
export const CASES: readonly Case[] = [...contractCases(), ...SPELLING_CASES, ...PATH_CASES, ...FORM_CASES, ...EVENT_SERVICE_CASES];
