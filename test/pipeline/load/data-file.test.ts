import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readCompressedDataFile } from "../../../build/pipeline/load/data-file.ts";
import { temporaryFolder } from "../../support/temporary.ts";

it("a compressed file that is missing, cut short or damaged is named, and what to do", () => {
  const path = join(temporaryFolder(), "outlines.bin.gz");
  const error = { code: "data-invalid", message: expect.stringContaining(path), hint: "restore the file, or correct it" };
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
