import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readCompressedDataFile, readDataFile } from "../../../build/pipeline/load/data-file.ts";
import { temporaryFolder } from "../../support/temporary.ts";

it("a compressed file that is missing, cut short or damaged is named, and what to do", () => {
  const path = join(temporaryFolder(), "outlines.bin.gz");
  const error = { code: "data-invalid", message: expect.stringContaining(path), hint: "restore the file" };
  expect(() => readCompressedDataFile(path)).toThrow(expect.objectContaining(error));
  const packed = gzipSync("outlines");
  const broken = [packed.subarray(0, packed.length - 3), Buffer.from("no gzip"), Buffer.alloc(0)];
  for (const bytes of broken) {
    writeFileSync(path, bytes);
    expect(() => readCompressedDataFile(path)).toThrow(expect.objectContaining(error));
  }
  writeFileSync(path, packed);
  expect(Buffer.from(readCompressedDataFile(path)).toString()).toBe("outlines");
});

it("a file of JSON that is missing or cut short is named", () => {
  const path = join(temporaryFolder(), "plates.json");
  const error = { code: "data-invalid", message: expect.stringContaining(path) };
  expect(() => readDataFile(path)).toThrow(expect.objectContaining(error));
  writeFileSync(path, "[");
  expect(() => readDataFile(path)).toThrow(expect.objectContaining(error));
});
