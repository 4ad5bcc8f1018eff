import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("every locked package has the hash of its content, and none the address of a registry", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, object> };
  const libraries = Object.entries(packages).filter(([path]) => path !== "");
  expect(libraries.length).toBeGreaterThan(100);
  expect(libraries.filter(([, entry]) => !("integrity" in entry) || "resolved" in entry).map(([path]) => path)).toEqual([]);
});
