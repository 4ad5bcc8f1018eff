import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { azimuthDegrees, boxesAround, cellOf, cellsWithin, distanceKm, pointAt } from "../../build/geo/sphere.ts";

const position = fc.tuple(fc.double({ min: -89, max: 89, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }));

describe("the direction of a great circle", () => {
  it.each([
    // Snyder 1987, USGS Prof. Paper 1395: along a meridian and along the equator.
    [0, 0, 10, 0, 0],
    [0, 0, 0, 10, 90],
    [10, 0, 0, 0, 180],
    [0, 0, 0, -10, 270],
    // Ed Williams, Aviation Formulary, worked example: Los Angeles to New York 66°, 2144 nautical miles on his sphere.
    [33.95, -118.4, 40.6333, -73.7833, 65.892],
  ])("from %f %f to %f %f is %f degrees", (latitudeA, longitudeA, latitudeB, longitudeB, azimuth) => {
    expect(azimuthDegrees(latitudeA, longitudeA, latitudeB, longitudeB)).toBeCloseTo(azimuth, 2);
  });

  it("leads with the distance to the other position", () => {
    fc.assert(
      fc.property(position, position, ([latitude, longitude], [north, east]) => {
        const km = distanceKm(latitude, longitude, north, east);
        fc.pre(km < 19_900);
        const found = pointAt(latitude, longitude, azimuthDegrees(latitude, longitude, north, east), km);
        expect(distanceKm(found.latitude, found.longitude, north, east)).toBeLessThan(0.01);
      }),
    );
  });

  it("is that in which a small step comes nearest", () => {
    fc.assert(
      fc.property(position, position, ([latitudeA, longitudeA], [latitudeB, longitudeB]) => {
        const whole = distanceKm(latitudeA, longitudeA, latitudeB, longitudeB);
        fc.pre(whole > 500 && whole < 19_000);
        const azimuth = (azimuthDegrees(latitudeA, longitudeA, latitudeB, longitudeB) * Math.PI) / 180;
        // A step of about 11 km; east is stretched with the latitude.
        const step = 0.1;
        const along = latitudeA + step * Math.cos(azimuth);
        const across = longitudeA + (step * Math.sin(azimuth)) / Math.cos((latitudeA * Math.PI) / 180);
        fc.pre(Math.abs(latitudeA) < 80);
        const gained = whole - distanceKm(along, across, latitudeB, longitudeB);
        expect(gained).toBeGreaterThan(0.98 * distanceKm(latitudeA, longitudeA, along, across));
      }),
    );
  });
});

it("all that lies in a circle is in its boxes and in its cells of a degree, none of which comes twice", () => {
  const most = fc.double({ min: 1, max: 19_000, noNaN: true });
  fc.assert(
    fc.property(position, most, fc.double({ min: 0, max: 360, noNaN: true }), ([latitude, longitude], km, azimuth) => {
      const { latitude: y, longitude: x } = pointAt(latitude, longitude, azimuth, km * 0.999999);
      const boxes = boxesAround(km, latitude, longitude);
      expect(boxes.some(([west, south, east, north]) => x >= west && x <= east && y >= south && y <= north)).toBe(true);
      const cells = cellsWithin(km, latitude, longitude);
      expect(cells).toContain(cellOf(Math.floor(y), Math.floor(x)));
      expect(new Set(cells).size).toBe(cells.length);
    }),
  );
});
