import { isDeepStrictEqual } from "node:util";
import type { FdsnService } from "./service.ts";
import type { FdsnState } from "./state.ts";

/** The service with the prefix that the stored ids have, if it is another. */
export function withFormerPrefix(service: FdsnService, state: FdsnState | undefined): FdsnService {
  const former = state?.naming?.idPrefix;
  if (former === undefined || former === service.quirks.idPrefix) return service;
  return { ...service, quirks: { ...service.quirks, formerPrefix: former } };
}

/** How the service makes ids and pages, and types where there are none. */
export function namingOf({ quirks: { idPrefix, page, untyped } }: FdsnService): NonNullable<FdsnState["naming"]> {
  return { idPrefix, page, untyped };
}

/** Whether the stored events have other ids, pages or types than they would get now. */
export function isRenamed(service: FdsnService, { naming }: FdsnState): boolean {
  return !isDeepStrictEqual(naming, namingOf(service));
}
