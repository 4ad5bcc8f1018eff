import { describe, expect, it } from "vitest";
import { readBoundaries, readPlates } from "../../../../build/pipeline/load/plates.ts";
import { MEASURED_SPEEDS } from "../../../../build/seismology/plate-motion.ts";
import { type MotionData, plateMotionTool } from "../../../../build/site/tools/plate-motion/tool.ts";
import type { AnyValues } from "../../../../build/site/tools/tool.ts";
import { DATA_FOLDER, drawnBy, wordsOf } from "../seeded-tools.ts";

const SEED: MotionData = {
  plates: readPlates(DATA_FOLDER).map(({ code, name, rotationPole }) => ({ code, name, ...rotationPole })),
  lines: readBoundaries(DATA_FOLDER).map(({ left, right, line }) => ({ plates: [left, right], line })),
  whole: true,
  cells: ["14-5", "14-6"],
};
const tool = plateMotionTool(SEED);

const drawn = (changed: AnyValues = {}) => drawnBy(tool, changed);

describe("the motion between two plates in words", () => {
  it.each(MEASURED_SPEEDS)("is near what satellites measure: $boundary", ({ plates: [plate, other], at, measured }) => {
    const [, speed] = / at ([\d.]+) mm per year/.exec(wordsOf(drawn({ plate, other, ...at }))) ?? [];
    expect(Math.abs(Number(speed) - measured)).toBeLessThan(15);
  });

  it("names the direction and the nearest common boundary", () => {
    const translations = wordsOf(drawn());
    const [, azimuth = ""] = /towards the north-west \(azimuth (\d+)°\)/.exec(translations) ?? [];
    const parts = /That is ([\d.−]+)\smm per year to the north and ([\d.−]+)\smm/.exec(translations) ?? [];
    const [north = 0, east = 0] = parts.slice(1).map((mm) => Number(mm.replace("−", "-")));
    expect(Number(azimuth)).toBe(Math.round((Math.atan2(east, north) * 180) / Math.PI + 360) % 360);
    expect(translations).toMatch(/The nearest boundary between the two plates is about \d+ km away/);
  });

  it("says so where there is no common boundary, and of a plate and itself", () => {
    expect(wordsOf(drawn({ plate: "PA", other: "AF" }))).toContain("no common boundary");
    expect(wordsOf(drawn({ plate: "PA", other: "PA" }))).toContain("does not move relative to itself");
  });

  it("draws the cells of land that the map shows, and the whole world where a degree is very wide", () => {
    const cellsAt = (latitude: number, longitude: number) =>
      [...drawn({ latitude, longitude }).figure.markup.matchAll(/\/land\/([^.]+)\.svg/g)].map(([, cell]) => cell);
    expect(cellsAt(38, 142)).toEqual(["wide-6-2", "wide-6-3", "wide-7-2", "wide-7-3"]);
    expect(cellsAt(80, 20).every((cell) => cell?.startsWith("far-"))).toBe(true);
  });
});
