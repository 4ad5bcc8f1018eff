import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { clientTypes } from "../../scripts/maintain/prepare/client-types.ts";
import { temporaryFolder } from "../support/temporary.ts";

const COMPILER = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const TYPES = new Map(clientTypes().map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")]));

/** A program of a caller. Each line after a comment `@ts-expect-error` has a mistake. */
const PROGRAM = `
import { createClient, QuaketreeProblem, type Answer, type ClientOptions, type EarthquakePage } from "./client.js";
import { createEventService } from "./event-service.js";
const options: ClientOptions = { base: "/", mode: "tree" };
const client = createClient(options);
export const page: Answer<EarthquakePage> = await client.earthquakes({ min_mag: 5, order: "magnitude" });
export const depth: number | undefined = page.body.earthquakes[0]?.depth_km;
export const zone: "very_high" | "high" | "moderate" | "low" | "minimal" = (await client.countryRisk("JP")).body.country.seismic_zone;
export const response: Response = await createEventService({ base: "/" })("/fdsnws/event/1/version");
export const isProblem = (error: unknown): number | null => (error instanceof QuaketreeProblem ? error.status : null);
for await (const { gap } of client.followChanges({ everySeconds: 30 })) if (gap) break;
// @ts-expect-error there is no such parameter
await client.recent({ min_mag: 5 });
// @ts-expect-error there is no such field
page.body.earthquakes[0]?.depth;
// @ts-expect-error a base is needed
createClient({});
`;

it.each([
  ["esnext", "bundler"],
  ["nodenext", "nodenext"],
])(
  "the types that a tree has compile alone, also without the lib DOM, know parameters and fields, and find mistakes (%s, %s)",
  (module, moduleResolution) => {
    const dir = temporaryFolder();
    for (const name of ["client.d.ts", "event-service.d.ts"]) writeFileSync(join(dir, name), TYPES.get(`tree/assets/${name}`) ?? "");
    writeFileSync(join(dir, "program.ts"), PROGRAM);
    const strict = { strict: true, noEmit: true, module, moduleResolution, target: "es2022", lib: ["es2022"], types: [] };
    writeFileSync(join(dir, "tsconfig.json"), JSON.stringify({ compilerOptions: strict, files: ["program.ts"] }));
    writeFileSync(join(dir, "package.json"), '{"type":"module"}');
    expect(compiled(dir)).toBe("");
  },
);

function compiled(dir: string): string {
  try {
    return execFileSync(process.execPath, [COMPILER, "-p", dir], { encoding: "utf8" });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it("the types have the descriptions of the bodies", () => {
  expect(TYPES.get("tree/assets/client.d.ts")).toContain("/** Degrees, north positive. */\n  latitude: number;");
});
