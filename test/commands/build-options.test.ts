import { join } from "node:path";
import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { isSignificant } from "../../build/catalogue/classify.ts";
import { pageAssets } from "../../build/commands/assets.ts";
import { plantCatalogue } from "../../build/commands/build.ts";
import { dataSources } from "../../build/commands/data-sources.ts";
import { buildInputs, liveAgencies } from "../../build/commands/inputs.ts";
import { verify } from "../../build/commands/verify.ts";
import { loadWorld } from "../../build/commands/world.ts";
import { loadConfig } from "../../build/config.ts";
import { EVENT_PAGES } from "../../build/pages/event-pages.ts";
import { silentReport } from "../../build/report.ts";
import { generateKeys, readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { temporaryFolder } from "../temporary.ts";

const report = { ...silentReport, clear() {} };
const config = loadConfig(undefined);
const keys = generateKeys();
const SIGNER = readSigner(keys.privateKey, "key");
const VERIFY_KEYS = [readVerifyKey(keys.publicKey, "key")];

/** Two successive catalogues of a few earthquakes of every size, from the embedded data. */
async function smallCatalogues(): Promise<Catalogue[]> {
  const inputs = await buildInputs({ store: undefined, agencies: config.agencies });
  const world = loadWorld();
  const usgs = inputs.usgs;
  if (!usgs) throw new Error("the embedded data have no recent earthquakes");
  const kinds = new Map<string, number>();
  const events = usgs.events.filter(({ magnitude, significance }) => {
    const kind = `${Math.floor((magnitude ?? -9) / 2.5)} ${isSignificant(magnitude, significance, false)}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return (kinds.get(kind) ?? 0) <= 4;
  });
  const historical = inputs.historical.filter((_, at) => at % 40 === 0);
  return [events.slice(1), events].map((some, at) => {
    const given = { ...inputs, historical, usgs: { ...usgs, events: some } };
    return assembleCatalogue({
      ...world,
      asOf: usgs.capture.generated + at * 60_000,
      live: liveAgencies(given),
      archive: undefined,
      historical,
      sources: dataSources(given, world),
      leftOut: {},
    });
  });
}

const combinations = [false, true].flatMap((grid) =>
  EVENT_PAGES.flatMap((eventPages) =>
    [undefined, 2.5, 8].flatMap((packBelow) =>
      [0, 7].flatMap((keepSnapshotsDays) =>
        [false, true].map((signed) => ({ grid, eventPages, packBelow, keepSnapshotsDays, signed })),
      ),
    ),
  ),
);

it("every combination of options gives a sound tree, whatever options the tree before was built with", async () => {
  const out = join(temporaryFolder(), "tree");
  const assets = pageAssets();
  const catalogues = await smallCatalogues();
  for (const { signed, ...options } of combinations) {
    const signer = signed ? SIGNER : undefined;
    for (const catalogue of catalogues) await plantCatalogue(catalogue, assets, { ...options, signer, out, config, report });
    const { faults } = await verify(out, report, signed ? VERIFY_KEYS : []);
    expect({ ...options, signed, faults: faults.length, first: faults[0] }).toEqual({ ...options, signed, faults: 0 });
  }
});
