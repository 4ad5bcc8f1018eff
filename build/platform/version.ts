import { createRequire } from "node:module";

/** The version of this program, from its package. */
export const { version: VERSION } = createRequire(import.meta.url)("../../package.json") as { version: string };
