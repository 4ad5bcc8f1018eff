import { join } from "node:path";
import { expect, it } from "vitest";
import { otherPaths } from "../../../build/answers/openapi/openapi.ts";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { feedsStep } from "../../../build/data-files/feeds/files.ts";
import { FEED_SIZES } from "../../../build/data-files/feeds/select.ts";
import { dataStep } from "../../../build/data-files/files.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { DAY_MS } from "../../../build/platform/time.ts";
import { AS_OF } from "../../fdsn/world.ts";
import { archiveTree, eventsOf } from "../../hosts/archive-tree.ts";
import { ask, withServer } from "../../hosts/ask.ts";
import { inTemporaryFolder } from "../../tree/tiny-tree.ts";
import { smallInput } from "../small-catalogue.ts";

interface Operation {
  get: {
    parameters: { name: string; in: string; required: boolean; schema: { enum?: string[] }; example?: string }[];
    responses: Record<string, { content?: Record<string, object> }>;
  };
}

const PATHS = otherPaths() as Record<string, Operation>;

/** A path with each combination of what its parameters in the path may be; one with their examples where they are free. */
function addresses(path: string, { get: { parameters } }: Operation): string[] {
  return parameters
    .filter((one) => one.in === "path")
    .reduce(
      (known, { name, schema, example }) =>
        known.flatMap((one) => (schema.enum ?? [example ?? ""]).map((value) => one.replace(`{${name}}`, value))),
      [path],
    );
}

it("every address that the document has besides the endpoints is answered with a status and a media type that it states", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    const events = eventsOf(["us1", "us2"]);
    const covers = { from: AS_OF - 31 * DAY_MS, to: AS_OF };
    await archiveTree(out, events, {
      steps: [feedsStep({ asOf: AS_OF, covers, source: "all", events }), dataStep(assembleCatalogue(smallInput()))],
    });
    await withServer(await createNodeHandler(out, { clock: () => AS_OF }), async (server) => {
      for (const [path, operation] of Object.entries(PATHS)) {
        // An answer without an end: `change-stream.test.ts` reads it.
        if (path === "/api/changes/stream") continue;
        for (const one of operation.get.parameters) expect([path, one.name, one.required]).toEqual([path, one.name, one.in === "path"]);
        const isQuery = /(?:query|count)$/.test(path);
        const given = isQuery ? ["", "?format=text", "?format=geojson", "?format=csv", "?minmagnitude=9.9", "?no=1"] : [""];
        for (const target of addresses(path, operation).flatMap((one) => given.map((query) => one + query))) {
          const { status, headers } = await ask(server, target);
          const documented = operation.get.responses[status];
          expect(documented, `${target}: ${status}`).toBeDefined();
          const [type] = (headers["content-type"] ?? "").split(";");
          if (status === 200) expect(Object.keys(documented?.content ?? {}), target).toContain(type);
          else if (path !== "/status.json") expect(isQuery, `${target}: ${status}`).toBe(true);
        }
      }
    });
  }));

it("the sizes of feeds are those that are made", () => {
  const [size] = PATHS["/earthquakes/feed/v1.0/summary/{size}_{window}.{format}"]?.get.parameters ?? [];
  expect(size?.schema.enum).toEqual(FEED_SIZES);
});
