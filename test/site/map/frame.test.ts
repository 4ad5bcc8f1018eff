import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { EVERYTHING, type Selection } from "../../../build/site/earthquakes/selection.ts";
import { cameraOnAll, initialCamera } from "../../../build/site/map/client/frame.ts";
import type { LandFile } from "../../../build/site/map/land.ts";
import type { Quake } from "../../../build/site/map/quake.ts";
import { firstCamera } from "../../../build/site/map/view-state.ts";

const LAND = JSON.parse(
  gunzipSync(readFileSync(new URL("../../../data/base-map/coarse.json.gz", import.meta.url))).toString("utf8"),
) as LandFile;
const PANE = { width: 900, height: 600 };

const looksAt = (selection: Partial<Selection>) => initialCamera({ ...EVERYTHING, ...selection }, LAND, PANE, "flat");

/** Whether a flat map with this camera has a position, by Mercator's projection. */
function sees({ zoom, latitude, longitude }: ReturnType<typeof looksAt>, [north, east]: readonly [number, number]): boolean {
  const y = (degrees: number) => (Math.asinh(Math.tan((degrees * Math.PI) / 180)) * 180) / Math.PI;
  const pixels = (512 * 2 ** zoom) / 360;
  const turned = ((((east - longitude) % 360) + 540) % 360) - 180;
  return Math.abs(turned) * pixels <= PANE.width / 2 && Math.abs(y(north) - y(latitude)) * pixels <= PANE.height / 2;
}

it.each([
  [
    "JP",
    [
      [45.4, 141.9],
      [29, 129.5],
      [38.3, 142.4],
      [31, 142],
    ],
    3.4,
    5.5,
  ],
  [
    "US",
    [
      [60, -152],
      [36, -120],
      [44, -68],
    ],
    1.5,
    3.5,
  ],
  [
    "FR",
    [
      [48.8, 2.3],
      [42, 9],
    ],
    3.8,
    6.5,
  ],
  [
    "NZ",
    [
      [-35, 174],
      [-46.5, 168.5],
    ],
    3.5,
    6,
  ],
  [
    "FJ",
    [
      [-17.8, 178],
      [-16.5, -179.9],
    ],
    4.5,
    7,
  ],
  [
    "CL",
    [
      [-18.5, -70],
      [-53, -71],
      [-36, -74],
    ],
    2.5,
    4.5,
  ],
] as const)("%s is seen whole with its sea, and not much more", (country, places, least, most) => {
  const camera = looksAt({ country });
  expect(places.map((place) => sees(camera, place))).toEqual(places.map(() => true));
  expect([camera.zoom >= least, camera.zoom <= most, camera.zoom]).toEqual([true, true, camera.zoom]);
});

it.each([
  ["JP", [26.2, 127.7], true],
  ["JP", [24.4, 124.2], true],
  ["PT", [37.7, -25.7], true],
  ["PT", [32.7, -16.9], true],
  ["EC", [-0.7, -90.3], true],
  ["ES", [28.1, -15.4], true],
  ["US", [21.3, -157.9], true],
  ["GR", [36.4, 28.2], true],
  ["NZ", [-44, -176.5], true],
  ["FR", [-21, 55.5], false],
] as const)("of the islands of %s those near the rest are seen: %j %s", (country, island, seen) => {
  expect(sees(looksAt({ country }), island)).toBe(seen);
});

it("a box across 180° and a circle are seen whole, and without either the world", () => {
  const box = looksAt({ min_longitude: "170", max_longitude: "-170", min_latitude: "-30", max_latitude: "-10" });
  expect(
    [
      [-30, 170],
      [-10, -170],
    ].map((place) => sees(box, place as [number, number])),
  ).toEqual([true, true]);
  expect(Math.abs(box.longitude)).toBeCloseTo(180, 6);
  const circle = looksAt({ latitude: "38.7", longitude: "-9.1", max_radius_km: "300" });
  expect([sees(circle, [41.3, -9.1]), sees(circle, [38.7, -12.5]), circle.zoom > 5]).toEqual([true, true, true]);
  expect(looksAt({})).toEqual(firstCamera(PANE, "flat"));
  expect(looksAt({ country: "QQ" })).toEqual(firstCamera(PANE, "flat"));
});

it("all earthquakes are seen, also across 180°; those of the whole world have no frame", () => {
  const quakes = (all: readonly [number, number][]) => all.map(([latitude, longitude]) => ({ latitude, longitude }) as Quake);
  const pair: [number, number][] = [
    [-20, 175],
    [-22, -174],
  ];
  const camera = cameraOnAll(quakes(pair), PANE);
  expect(camera && pair.map((place) => sees(camera, place))).toEqual([true, true]);
  const everywhere = [0, 40, 80, 120, 160, 200, 240, 280, 320].map((east): [number, number] => [0, east - 170]);
  expect(cameraOnAll(quakes(everywhere), PANE)).toBeUndefined();
  expect(cameraOnAll([], PANE)).toBeUndefined();
});
