import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ask, BODY, fileWith, isWhole, START } from "../../agencies/asking.ts";
import { folderOfFile } from "../../support/temporary.ts";

describe("a capture in a file", () => {
  it("is read, and has no media type", async () => {
    const address = fileWith("plain.geojson", BODY);
    expect(await ask(address)).toMatchObject({ text: BODY, retrievedFrom: address, retrievedAt: START, type: null });
  });

  it("is unpacked if it is gzip, also under another name", async () => {
    expect((await ask(fileWith("packed.geojson.gz", gzipSync(BODY)))).text).toBe(BODY);
    expect((await ask(fileWith("packed.geojson", gzipSync(BODY)))).text).toBe(BODY);
  });

  it.each([
    ["that is not there", "missing.geojson", "capture-unreadable", /ENOENT/],
    ["that is a folder", "folder", "capture-unreadable", /EISDIR/],
  ])("%s is a mistake in one line", async (_what, name, code, reason) => {
    mkdirSync(path.join(folderOfFile(), "folder"), { recursive: true });
    const address = pathToFileURL(path.join(folderOfFile(), name)).href;
    await expect(ask(address)).rejects.toMatchObject({ code, message: expect.stringMatching(reason) });
    await expect(ask(address)).rejects.toThrow(address);
  });

  it("on another machine cannot be read", async () => {
    await expect(ask("file://elsewhere/x.geojson")).rejects.toMatchObject({ code: "capture-unreadable" });
  });

  it("is bounded in size, packed and unpacked", async () => {
    const large = fileWith("large.geojson", "x".repeat(10_001));
    await expect(ask(large)).rejects.toMatchObject({ code: "capture-too-large" });
    const bomb = fileWith("bomb.geojson.gz", gzipSync("x".repeat(1_000_000)));
    await expect(ask(bomb)).rejects.toMatchObject({ code: "capture-too-large" });
  });

  it("a file of broken gzip is malformed, and a file that is cut is truncated", async () => {
    const broken = fileWith("cut.geojson.gz", gzipSync(BODY).subarray(0, 20));
    await expect(ask(broken)).rejects.toMatchObject({ code: "capture-malformed" });
    const cut = fileWith("cut.geojson", BODY.slice(0, 9));
    await expect(ask(cut, { isWhole })).rejects.toMatchObject({ code: "capture-truncated" });
  });
});
