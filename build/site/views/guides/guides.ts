import { CACHING } from "./caching.ts";
import { CLIENT } from "./client.ts";
import { ERRORS } from "./errors.ts";
import { FIRST_CALL } from "./first-call.ts";
import type { Guide } from "./guide.ts";
import { MIRRORS } from "./mirrors.ts";
import { PAGING } from "./paging.ts";
import { VERIFYING } from "./verifying.ts";
import { WINDOWS } from "./windows.ts";

/** In the order in which a reader would want them. */
export const GUIDES: readonly Guide[] = [FIRST_CALL, PAGING, WINDOWS, ERRORS, MIRRORS, VERIFYING, CACHING, CLIENT];
