import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { isSignificant } from "../../build/catalogue/classify.ts";
import { verify } from "../../build/cli/verify.ts";
import { loadConfig } from "../../build/config/config.ts";
import { EVENT_PAGES } from "../../build/config/schema.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { loadGeography } from "../../build/pipeline/load/geography.ts";
import { buildInputs, liveAgencies } from "../../build/pipeline/load/inputs.ts";
import { dataSources } from "../../build/pipeline/load/load-catalogue.ts";
import { type TreeOptions, treeFiles } from "../../build/pipeline/tree-files.ts";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { silentReport } from "../../build/platform/report.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import { type PageAssets, pageAssets } from "../../build/site/assets/assets.ts";
import { LANGUAGES } from "../../build/site/i18n/languages.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import { historySteps } from "../../build/tree/history/steps.ts";
import { generateKeys, readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { UNINDEXED, unindexedFiles } from "../../build/tree/unindexed.ts";
import { type WriteTreeOptions, writeTree } from "../../build/tree/write-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { allFiles } from "./all-files.ts";

const report = { ...silentReport, clear() {} };
const keys = generateKeys();
const SIGNER = readSigner(keys.privateKey, "key");
const VERIFY_KEYS = [readVerifyKey(keys.publicKey, "key")];
const COUNTRIES = ["JP", "CL", "NZ", "US"];

/** Pages in most other languages: what they link to is the same in all of them. */
const TRANSLATED = new RegExp(
  `^(?:${LANGUAGES.map(({ tag }) => tag)
    .filter((tag) => tag !== "en" && tag !== "ar")
    .join("|")})/`,
);

/** A few earthquakes of every kind from the embedded data. */
async function smallCatalogue(): Promise<Catalogue> {
  const inputs = await buildInputs({ agencies: loadConfig(undefined).agencies });
  const world = loadGeography();
  const { usgs } = inputs;
  if (!usgs) throw new Error("the embedded data have no recent earthquakes");
  const kinds = new Map<string, number>();
  const events = usgs.events.filter(({ magnitude, significance }) => {
    const kind = `${Math.floor((magnitude ?? -9) / 2.5)} ${isSignificant(magnitude, significance, false)}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    return (kinds.get(kind) ?? 0) <= 4;
  });
  const given = { ...inputs, historical: inputs.historical.slice(0, 8), usgs: { ...usgs, events } };
  return assembleCatalogue({
    ...world,
    countries: world.countries.filter(({ iso2 }) => COUNTRIES.includes(iso2)),
    asOf: usgs.capture.generated,
    live: liveAgencies(given),
    historical: given.historical,
    sources: dataSources(given, world),
    leftOut: {},
  });
}

/** Files and shards by the options that they depend on. Variants and the content of assets depend on none. */
async function contents(catalogue: Catalogue) {
  const paths = (await pageAssets()).files().map(({ path }) => ({ path, bytes: new Uint8Array() }));
  const assets: PageAssets = { key: "", files: () => paths };
  const combinations: TreeOptions[] = [false, true].flatMap((grid) =>
    EVENT_PAGES.flatMap((eventPages) => [undefined, 2.5].map((packBelow) => ({ grid, eventPages, packBelow }))),
  );
  return combinations.map((options) => {
    const shards = makeShards(shardInput(catalogue, options.packBelow));
    const files = allFiles(treeFiles(catalogue, shards.files, assets, options)).map((file) => {
      const bytes = TRANSLATED.test(file.path) ? new Uint8Array() : file.bytes();
      return { ...file, bytes: () => bytes, key: undefined, compress: false };
    });
    return { options, files, shards: shards.manifest };
  });
}

const out = join(temporaryFolder(), "tree");
let record: Pick<WriteTreeOptions["snapshot"], "as_of" | "sources">;
let all: Awaited<ReturnType<typeof contents>>;

let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await smallCatalogue();
  record = { as_of: isoTime(catalogue.asOf), sources: catalogue.sources.map(sourceRecord) };
  all = await contents(catalogue);
}, 600_000);

/** Half of the combinations, in which there is each pair of two options. */
const isInHalf = (_: unknown, at: number) => (at + Math.floor(at / 2)) % 2 === 0;

// Each tree takes the place of one that was built with other options.
it.each([
  [0, "unsigned", isInHalf],
  [7, "signed", () => true],
] as const)(
  "combinations of options that keep snapshots for %d days give a sound %s tree",
  async (days, how, isTried) => {
    const signer = how === "signed" ? SIGNER : undefined;
    const steps = [...historySteps(days * 86_400_000), dataStep(catalogue)];
    for (const { options, files, shards } of all.filter(isTried)) {
      await writeTree({ out, files, snapshot: { ...record, shards }, signer, steps });
      const { faults } = await verify(out, report, signer ? VERIFY_KEYS : []);
      expect({ ...options, faults: faults.slice(0, 3) }).toEqual({ ...options, faults: [] });
    }
    const pins = unindexedFiles(NODE_FILE_SYSTEM, out, UNINDEXED.pins);
    expect(pins.length > 0).toBe(days > 0);
  },
  600_000,
);
