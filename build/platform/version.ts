import { createRequire } from "node:module";

/** The version of this program, as its package states it. */
export const { version: VERSION } = createRequire(import.meta.url)("../../package.json") as { version: string };
