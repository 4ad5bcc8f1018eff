/** Attacks as The Update Framework lists them (specification 1.0, section 1.5.2), and some of our own: of content, time and size. */
import { EventEmitter, once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";
import { readSigner } from "../../build/tree/signature.ts";
import { expectRefused, forged, keys, newer, older, out, server, signer, theirs, unsigned, useAttackedTree } from "../tree/attacked.ts";
import { forgeRecord, sectionPath } from "../tree/forge.ts";
import { drip, endless, from, instead, silent } from "../tree/hostile-server.ts";
import { impatient, mirror, NOW, publish } from "../tree/mirroring.ts";
import { filesUnder } from "../tree/tree-files.ts";

useAttackedTree();

const tomorrow = () => NOW + 86_400_000;

describe("arbitrary software: other content than was published", () => {
  beforeEach(() => server.serve(newer));

  it.each([
    ["of the same length", () => Buffer.from(`9 quakes `.repeat(400))],
    ["shorter", () => Buffer.from("3 quakes")],
    ["a page for people", () => Buffer.from("<html>Sorry</html>")],
    ["nothing", () => Buffer.alloc(0)],
  ])("%s is a wrong hash", async (_, bytes) => {
    server.misbehave(/^api\/recent/, instead(bytes()));
    await expectRefused("mirror-wrong-hash");
  });

  it("other content in the index is a wrong hash", async () => {
    server.misbehave(/^index\//, from(older, sectionPath(older, "api")));
    await expectRefused("mirror-wrong-hash");
  });

  it("under a record that was changed is a wrong signature", async () => {
    const record = readFileSync(join(newer, "snapshot.json"), "utf8").replace('"sequence":3', '"sequence":4');
    server.misbehave(/^snapshot\.json$/, instead(record));
    await expectRefused("signature-torn");
    const lie = readSigner(theirs.privateKey, "key")
      .sign(Buffer.from(record))
      .replace(/^key .*$/m, () => signer.sign(Buffer.from(record)).split("\n")[1] as string);
    server.misbehave(/\.sig$/, instead(lie));
    await expectRefused("signature-wrong");
  });

  // A day is not an instant: every host would refuse the record.
  const ofDay = { format: 3, id: "0".repeat(16), as_of: "2018-02-07", sequence: 9, sources: [], shards: {}, index: [] };

  it.each(["<html>Welcome</html>", "", "[]", "null", '{"format":3}', '{"format":1,"id":"', "\0", JSON.stringify(ofDay)])(
    "that is not a record (%j) is malformed",
    async (text) => {
      server.misbehave(/^snapshot\.json$/, instead(text));
      server.misbehave(/\.sig$/, instead(signer.sign(Buffer.from(text))));
      await expectRefused("mirror-malformed");
    },
  );

  it("a record of another format has another error than a damaged record", async () => {
    const text = '{"format":4,"tree":"of a later version"}';
    server.misbehave(/^snapshot\.json$/, instead(text));
    server.misbehave(/\.sig$/, instead(signer.sign(Buffer.from(text))));
    const error = await expectRefused("mirror-other-format");
    expect(error.message).toContain("has format 4; this version reads format 3");
  });

  it("other content in a variant has no effect: a mirror makes variants itself", async () => {
    server.misbehave(/\.(br|gz)$/, instead("evil"));
    await mirror(impatient(server.url), out, { keys });
    expect(server.asked.filter((path) => /\.(br|gz)$/.test(path))).toEqual([]);
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });
});

describe("rollback: an older snapshot", () => {
  it("an older time and number is refused", async () => {
    server.serve(older);
    await expectRefused("mirror-rollback");
    await expectRefused("mirror-rollback", unsigned);
    // Not even a file is asked for.
    expect(new Set(server.asked)).toEqual(new Set(["snapshot.json", "snapshot.json.sig"]));
  });

  it("an older number alone, or an older time alone, is refused", async () => {
    const dir = await forged("rolled-back", 3);
    await mirror(createFolderOrigin(dir), out);
    forgeRecord(dir, (record) => void (record.sequence = 2));
    await expectRefused("mirror-rollback", unsigned);
    forgeRecord(dir, (record) => {
      record.sequence = 4;
      record.as_of = "2018-02-07T02:59:59.999Z";
    });
    await expectRefused("mirror-rollback", unsigned);
  });

  it("and so is another of the same number", async () => {
    const dir = await forged("forked", 2);
    await mirror(createFolderOrigin(dir), out);
    await publish(dir, 3);
    forgeRecord(dir, (record) => void (record.sequence = 2));
    await expectRefused("mirror-rollback", unsigned);
  });
});

describe("fast-forward: a snapshot after which none would be taken", () => {
  it.each([
    ["from next week", (record: { as_of: string }) => void (record.as_of = "2018-02-15T00:00:00.000Z")],
    ["of a number that is never reached", (record: { sequence: number }) => void (record.sequence = 2 ** 40)],
    ["of more numbers than time has passed", (record: { sequence: number }) => void (record.sequence = 100_000)],
  ])("%s is refused", async (_, edit) => {
    const dir = await forged("fast", 2);
    await mirror(createFolderOrigin(dir), out);
    await publish(dir, 3);
    forgeRecord(dir, edit);
    await expectRefused("mirror-from-future", unsigned);
    rmSync(dir, { recursive: true });
  });

  it("the hint names a local clock that may be behind", async () => {
    server.serve(newer);
    const error = await expectRefused("mirror-from-future", { now: () => NOW - 3 * 86_400_000 });
    expect((error as Error & { hint: string }).hint).toContain("clock");
  });
});

describe("indefinite freeze: always the same old snapshot", () => {
  it("is not hidden: the copy is complete and known to be stale", async () => {
    const dir = await forged("frozen", 2);
    forgeRecord(dir, (record) => void (record.stale_after_s = 3_600));
    const mirrored = await mirror(impatient(server.url), out, { now: tomorrow });
    expect(mirrored).toMatchObject({ changed: true, expired: Date.parse("2018-02-07T03:00:00.000Z") });
    expect(await mirror(impatient(server.url), out, { now: tomorrow })).toMatchObject({ changed: false, expired: mirrored.expired });
    const limit = mirrored.expired ?? 0;
    expect((await mirror(impatient(server.url), out, { now: () => limit })).expired).toBeUndefined();
    expect((await mirror(impatient(server.url), out, { now: () => limit + 1 })).expired).toBe(limit);
  });
});

describe("endless data", () => {
  beforeEach(() => server.serve(newer));

  it.each([/^snapshot\.json$/, /^index\//, /^api\/recent/])("a transfer of %s is ended", async (paths) => {
    server.misbehave(paths, endless);
    await expectRefused("mirror-too-large", { timeoutMs: 20_000 });
  });

  it("an endless signature is not a signature", async () => {
    server.misbehave(/\.sig$/, endless);
    await expectRefused("signature-missing");
  });

  it("a small file that unpacks to endless data is ended as well", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    for (const path of [/^api\/recent/, /^snapshot\.json$/]) {
      server.misbehave(path, (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
      await expectRefused("mirror-too-large", { timeoutMs: 20_000 });
    }
  });

  it("an index that announces too much is refused before any file is requested", async () => {
    server.asked.length = 0;
    await expectRefused("mirror-too-large", { maxBytes: 100_000 });
    expect(server.asked.filter((path) => !/^snapshot|^index|^deltas/.test(path))).toEqual([]);
    await expectRefused("mirror-too-large", { maxBytes: 1_000 });
  });
});

describe("slow retrieval", () => {
  beforeEach(() => server.serve(newer));

  it.each([/^snapshot\.json$/, /\.sig$/, /^index\//, /^api\/recent/])("a transfer of %s byte by byte is ended", async (paths) => {
    server.misbehave(paths, drip(50));
    await expectRefused("mirror-too-slow");
    const asked = server.asked.filter((path) => paths.test(path));
    expect(asked).toEqual([...new Set(asked)]);
  });

  it.each([/^snapshot\.json$/, /^api\/recent/])("a transfer of %s that never begins is ended after some attempts", async (paths) => {
    server.misbehave(paths, silent);
    await expectRefused("mirror-unreachable");
    expect(server.asked.filter((path) => paths.test(path))).toHaveLength(3);
  });

  it("ends a run after ten minutes, a quarter of a second for each file, and the time for all bytes at 4 kB/s", async () => {
    const origin = createFolderOrigin(newer);
    const { files, bytes } = await mirror(origin, `${out}.whole`, { keys });
    const limit = Math.floor(600_000 + 250 * files + bytes / 4);
    const asked = new EventEmitter();
    const begun = once(asked, "begun");
    let isEnded = false;
    async function* never(signal: AbortSignal): AsyncGenerator<Uint8Array> {
      asked.emit("begun");
      await once(signal, "abort");
      isEnded = true;
      signal.throwIfAborted();
      yield Buffer.alloc(0);
    }
    const slow: Origin = {
      ...origin,
      read: (path, options) => (options.signal && path.startsWith("api/recent") ? never(options.signal) : origin.read(path, options)),
    };
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const ended = expect(mirror(slow, `${out}.slow`, { keys })).rejects.toMatchObject({ code: "mirror-too-slow" });
      await begun;
      await vi.advanceTimersByTimeAsync(limit - 1);
      expect(isEnded).toBe(false);
      await vi.advanceTimersByTimeAsync(2);
      await ended;
    } finally {
      vi.useRealTimers();
    }
  });

  it("keeps the files that were fetched before", async () => {
    server.misbehave(/^api\/recent/, drip(50));
    await expectRefused("mirror-too-slow");
    server.behave();
    await mirror(impatient(server.url), out, { keys });
    expect(server.asked).not.toContain("shards");
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });
});
