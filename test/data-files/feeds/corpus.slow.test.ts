import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { readUsgsFeed } from "../../../build/agencies/usgs/geojson.ts";
import { applyCapture } from "../../../build/agencies/usgs/run.ts";
import { feedFiles } from "../../../build/data-files/feeds/files.ts";
import { feedInput } from "../../../build/pipeline/load/served-reports.ts";
import type { FeedFeature } from "../../../build/store/feed-feature.ts";
import { capturesIn, corpusBytes, corpusPresent } from "../../support/corpus.ts";

const FEEDS = /^[^_]+_(?:hour|day|week|month)_.*\.geojson(\.gz)?$/;

interface FeedDocument {
  metadata: { generated: number; title: string; count: number; status: number };
  features: FeedFeature[];
  bbox?: number[];
}

/** Where our feed may differ from the capture that it was made of, and why. */
const DIFFERENCES: readonly { property: string; why: string; holds: (theirs: unknown, ours: unknown) => boolean }[] = [
  {
    property: "title",
    why: "features of 2013 had no title: ours has what the USGS has written since",
    holds: (theirs, ours) => theirs === undefined && typeof ours === "string",
  },
  {
    property: "tsunami",
    why: "servers of 2013 left the flag out where there was nothing to flag",
    holds: (theirs, ours) => theirs === undefined && ours === 0,
  },
];

/** The files of our feeds from a store that holds this capture alone. */
function feedsOf(bytes: Buffer, file: string): Map<string, string> {
  const capture = readUsgsFeed(bytes, file);
  const provenance = { address: file, retrievedAt: capture.generated, sha256: "0".repeat(64), bytes: bytes.length };
  const state = applyCapture(undefined, capture, provenance);
  const input = feedInput({ usgs: state, others: [] }, state.events, capture.generated);
  if (!input) throw new Error(`${file} is of no size`);
  return new Map([...feedFiles(input)].map(({ path, bytes: text }) => [path.split("/").at(-1) ?? "", Buffer.from(text).toString()]));
}

function nameOf(file: string): string {
  return /([^/_]+_(?:hour|day|week|month))_/.exec(file)?.[1] ?? "";
}

/** What is not equal, property by property, and is in no list of differences. */
function unexplained(theirs: FeedFeature, ours: FeedFeature): unknown[] {
  const names = new Set([...Object.keys(theirs.properties), ...Object.keys(ours.properties)]);
  const of = ({ properties }: FeedFeature, name: string): unknown => (properties as Record<string, unknown>)[name];
  const odd = [...names]
    .filter((name) => of(theirs, name) !== of(ours, name))
    .filter((name) => !DIFFERENCES.some(({ property, holds }) => property === name && holds(of(theirs, name), of(ours, name))))
    .map((name) => ({ id: theirs.id, name, theirs: of(theirs, name), ours: of(ours, name) }));
  const isPlaced = JSON.stringify(theirs.geometry) === JSON.stringify(ours.geometry);
  return isPlaced ? odd : [...odd, { id: theirs.id, theirs: theirs.geometry, ours: ours.geometry }];
}

/** Events of equal time have no order with the USGS; ours goes by id. */
function inOurOrder(features: readonly FeedFeature[]): FeedFeature[] {
  const time = ({ properties }: FeedFeature) => Number(properties.time);
  return features.toSorted((a, b) => time(b) - time(a) || (a.id < b.id ? -1 : 1));
}

describe.skipIf(!corpusPresent)("the corpus of real feeds (skipped where ../shared/corpus is absent)", () => {
  const captures = ["usgs/feeds", "usgs/feeds-seq-20250504", "usgs/series-all_day-caribbean"].flatMap((folder) =>
    capturesIn(folder, FEEDS),
  );

  it("has more than forty of them", () => {
    expect(captures.length).toBeGreaterThan(40);
  });

  it.each(captures)("%s: our feed of the same name is equal, feature by feature and property by property", (file) => {
    const bytes = corpusBytes(file);
    const theirs = JSON.parse(bytes.toString("utf8")) as FeedDocument;
    const files = feedsOf(bytes, file);
    const ours = JSON.parse(files.get(`${nameOf(file)}.geojson`) ?? "null") as FeedDocument;
    expect(ours.features.map(({ id }) => id)).toEqual(inOurOrder(theirs.features).map(({ id }) => id));
    const odd = inOurOrder(theirs.features).flatMap((one, at) => unexplained(one, ours.features[at] as FeedFeature));
    expect(odd).toEqual([]);
    expect(ours.bbox).toEqual(theirs.bbox);
    const { generated, title, count, status } = theirs.metadata;
    expect(ours.metadata).toMatchObject({ title, count, status, generated: Math.floor(generated / 1000) * 1000 });
    expect(ours.metadata).not.toHaveProperty("complete_since");
  });

  it("the CSV of the same minute has the same rows in the columns that a GeoJSON feed can fill", () => {
    const csv = corpusBytes("usgs/feeds-csv/2.5_month_20190719T0255Z.csv.gz").toString("utf8");
    const file = "usgs/feeds/2.5_month_20190719T025743Z.geojson.gz";
    const ours = feedsOf(corpusBytes(file), file).get("2.5_month.csv") ?? "";
    expect(ours.split("\n")[0]).toBe(csv.split("\n")[0]);
    const empty = ["horizontalError", "depthError", "magError", "magNst", "locationSource", "magSource"];
    const rows = (text: string): Record<string, string>[] =>
      parse<Record<string, string>>(text, { columns: true }).map((row) => ({
        ...row,
        ...Object.fromEntries(empty.map((name) => [name, ""])),
      }));
    const inOrder = (text: string) => rows(text).toSorted((a, b) => ((a["id"] ?? "") < (b["id"] ?? "") ? -1 : 1));
    const [left, right] = [inOrder(ours), inOrder(csv)];
    expect(left).toHaveLength(right.length);
    expect(left.filter((row, at) => JSON.stringify(row) !== JSON.stringify(right[at]))).toEqual([]);
  });
});
