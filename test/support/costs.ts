import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/**
 * Counted costs, the same on every machine. After a wanted change: run the tests with `UPDATE_COSTS=1`, and read what git says. Each
 * test file has a file of its own, because test files run at the same time.
 */
const FIGURES = new URL("../fixtures/costs/", import.meta.url);
/** A cost may exceed its committed figure by this factor. */
const GROWTH = 1.2;

/**
 * Fails for each counted cost that exceeds its committed figure by more than a fifth, or has none.
 *
 * @param of the file of figures, without its ending
 */
export function expectUsualCosts(of: "minute" | "queries", what: string, counted: Readonly<Record<string, number>>): void {
  const file = fileURLToPath(new URL(`${of}.json`, FIGURES));
  const figures = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, number>>;
  if (process.env["UPDATE_COSTS"]) {
    writeFileSync(file, `${JSON.stringify({ ...figures, [what]: counted }, null, 2)}\n`);
    return;
  }
  const usual = figures[what] ?? {};
  const larger = Object.entries(counted).filter(([name, count]) => !(count <= GROWTH * (usual[name] ?? Number.NaN)));
  expect(Object.fromEntries(larger), `${what}: costs of more than ${GROWTH} times ${JSON.stringify(usual)}`).toEqual({});
}
