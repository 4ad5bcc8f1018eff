import { join } from "node:path";
import { inject } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { PlateBoundary } from "../../build/catalogue/catalogue.ts";
import { cutLine, type Position } from "../../build/geo/antimeridian.ts";
import { measuredBoundaries, readPlates } from "../../build/pipeline/load/plates.ts";
import { AS_OF, smallInput, usgs } from "../answers/small-catalogue.ts";
import { birdModel } from "../catalogue/bird-model.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { plantWhole } from "../pipeline/all-files.ts";
import { corpusPresent } from "../support/corpus.ts";

/** What maps are drawn of. */
interface World {
  name: string;
  /** Whether its boundaries meet in common points and so part the sphere. */
  parted: boolean;
  /** Plants its tree in a folder of the test, and returns where. */
  plant: (dir: string) => Promise<string>;
}

const plates = readPlates(join(import.meta.dirname, "../../data"));

/** Where maps go wrong: at their edges, at the poles, at nought, below nought. None is younger than an hour. */
const EDGES: readonly (readonly [id: string, longitude: number, latitude: number, depthKm: number, magnitude: number])[] = [
  ["us1", 180, -15, 10, 5.1],
  ["us2", -180, -25, 10, 5],
  ["us3", 179.999999, -35, 600, 5],
  ["us4", -179.999999, -45, 10, 5],
  ["us5", 0, 0, 0, 0],
  ["us6", -30, 90, 10, 4],
  ["us7", 60, -90, 10, 4],
  ["us8", 100, 84.9, -3.2, -1.2],
  // A number is read from the beginning of an id by some: it is the same in these.
  ["2018abcd", 20, 40, 10, 3],
  ["2018abce", 60, 40, 10, 3],
];

const ACROSS: readonly (readonly Position[])[] = [
  ...cutLine([
    [170, -20],
    [-170, -22],
    [175, -30],
    [-175, -40],
    [-178, -50],
  ]),
  ...cutLine([
    [178, 60],
    [-178, 60],
  ]),
  [
    [175, -10],
    [180, 0],
    [175, 10],
  ],
  [
    [-90, -89],
    [-90, -70],
    [-75, -40],
    [-60, 0],
    [-60, 40],
    [-60, 70],
    [-60, 88],
  ],
];

const edges: PlateBoundary[] = ACROSS.map((line) => ({
  name: "PA-AU",
  left: "PA",
  right: "AU",
  type: "transform",
  class: null,
  accuracy: "schematic",
  line,
}));

async function plantEdges(dir: string): Promise<string> {
  const measured = corpusPresent ? measuredBoundaries(birdModel("geojson"), plates) : null;
  const boundaries = [...edges, ...(measured ?? [])];
  const events = EDGES.map(([id, longitude, latitude, depthKm, magnitude], hours) => {
    const time = AS_OF - (2 + hours) * 3_600_000;
    return liveEvent({ id, longitude, latitude, depthKm, magnitude, time, place: 'Tōkyō "bay", 東京' });
  });
  const locate = { ...smallInput().locate, plate: () => ({ code: "PA", boundaryDistanceKm: 0 }) };
  const catalogue = assembleCatalogue(smallInput({ live: usgs(events), plates, boundaries, locate }));
  const out = join(dir, "tree");
  await plantWhole(out, catalogue);
  return out;
}

export const WORLDS: readonly World[] = [
  { name: "the embedded data", parted: true, plant: async () => inject("embeddedTree") },
  // Bird's lines end near to one another, not in the same points.
  { name: corpusPresent ? "edges, and Bird's boundaries" : "edges", parted: false, plant: plantEdges },
];
