import { createRequire } from "node:module";

/** The version of this program, from its package. */
export const { version: VERSION } = createRequire(import.meta.url)("../../package.json") as { version: string };

/** The name of this program with its version, as in `User-Agent`. */
export const PROGRAM_AND_VERSION: string = `quaketree/${VERSION}`;
