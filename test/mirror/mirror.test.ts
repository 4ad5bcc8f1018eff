import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { openTree } from "../../build/tree/read.ts";
import { generateKeys, readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { cutAfter, honest, type Misbehaviour, status } from "../tree/hostile-server.ts";
import { again, first, folder, out, second, server, useMirrorGround } from "../tree/mirror-ground.ts";
import { impatient, mirror, publish } from "../tree/mirroring.ts";
import { filesUnder, inodes } from "../tree/tree-files.ts";

useMirrorGround();

describe("a mirror", () => {
  it("is the tree of its origin to the byte, variants included, and leaves nothing beside it", async () => {
    const mirrored = await again();
    expect(mirrored).toMatchObject({ changed: true, expired: undefined });
    expect(filesUnder(out)).toEqual(filesUnder(first));
    expect((await verifyTree(out)).faults).toEqual([]);
    expect(existsSync(`${out}.part`)).toBe(false);
    expect(readdirSync(dirname(out)).filter((name) => name.includes(".lock"))).toEqual([]);
  });

  it("asks for nothing but the record where it has all, and stays where it is", async () => {
    await again();
    const before = inodes(out);
    server.asked.length = 0;
    expect(await again()).toMatchObject({ changed: false, fetched: { files: 0 } });
    expect(server.asked).toEqual(["snapshot.json", "snapshot.json.sig"]);
    expect(inodes(out)).toEqual(before);
  });

  it("fetches only what changed, the rest are links to what it had", async () => {
    await again();
    const before = inodes(out);
    server.serve(second);
    server.asked.length = 0;
    const { fetched } = await again();
    expect(filesUnder(out)).toEqual(filesUnder(second));
    expect(inodes(out)["large.txt"]).toBe(before["large.txt"]);
    expect(fetched.files).toBe(4);
    expect(server.asked).not.toContain("large.txt");
    expect(server.asked).not.toContain("index/pages.json");
  });

  it("fetches files of one content once", async () => {
    const twins = join(folder, "twins");
    await publish(twins, 1);
    const progress: number[][] = [];
    const { fetched } = await mirror(createFolderOrigin(twins), out, { progress: (...of) => void progress.push(of) });
    expect(fetched.files).toBe(new Set(Object.values(await contents(twins))).size);
    expect(progress.at(-1)).toEqual([fetched.bytes, fetched.bytes]);
  });

  it("mends a file, a variant and a stray of its own", async () => {
    await again();
    writeFileSync(join(out, "large.txt"), "a line of a large file\n".repeat(20_000).replace("line", "lime"));
    writeFileSync(join(out, "api/recent.json.br"), "no brotli");
    expect((await verifyTree(out)).faults).toHaveLength(2);
    expect(await again()).toMatchObject({ changed: true, fetched: { files: 2 } });
    writeFileSync(join(out, "stray.txt"), "");
    expect(await again()).toMatchObject({ changed: true, fetched: { files: 0 } });
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("does not read its files again with the option to trust them", async () => {
    await again();
    const reads: string[] = [];
    const fileSystem = { ...NODE_FILE_SYSTEM, read: (path: string) => (reads.push(path), NODE_FILE_SYSTEM.read(path)) };
    server.serve(second);
    await mirror(impatient(server.url), out, { trust: true, fileSystem });
    expect(reads.filter((path) => path.includes("large"))).toEqual([]);
    expect(filesUnder(out)).toEqual(filesUnder(second));
  });

  it("carries the signature on", async () => {
    const keys = generateKeys();
    const signed = join(folder, "signed");
    await publish(signed, 1, readSigner(keys.privateKey, "key"));
    const trusted = { keys: [readVerifyKey(keys.publicKey, "key")] };
    await mirror(createFolderOrigin(signed), join(folder, "signed-copy"), trusted);
    await mirror(createFolderOrigin(join(folder, "signed-copy")), out, trusted);
    expect(filesUnder(out)).toEqual(filesUnder(signed));
    // The publisher has another key now, and the same record.
    const others = generateKeys();
    await publish(signed, 1, readSigner(others.privateKey, "key"));
    await mirror(createFolderOrigin(signed), out, { keys: [readVerifyKey(others.publicKey, "key")] });
    expect(filesUnder(out)).toEqual(filesUnder(signed));
  });

  it("leaves the status of the publisher's last run out: nothing vouches for it", async () => {
    writeFileSync(join(first, "status.json"), "{}");
    try {
      await again();
      expect(existsSync(join(out, "status.json"))).toBe(false);
      expect(server.asked).not.toContain("status.json");
    } finally {
      rmSync(join(first, "status.json"));
    }
  });
});

describe("an interrupted transfer is continued", () => {
  it.each([1, 100, 65_536, 262_144, 459_999])("after a line that was cut at byte %i", async (at) => {
    server.misbehave(/^large/, cutAfter(at));
    await mirror(impatient(server.url, { tries: 1 }), out).catch(() => {});
    server.behave();
    const ranges: (string | undefined)[] = [];
    server.misbehave(/^large/, (response, bytes, request) => {
      ranges.push(request.headers.range);
      honest(response, bytes, request);
    });
    await again();
    expect(ranges).toEqual([`bytes=${at}-`]);
    expect(readFileSync(join(out, "large.txt")).equals(readFileSync(join(first, "large.txt")))).toBe(true);
  });

  it("after the last byte: no part of the file is requested", async () => {
    server.misbehave(/^large/, cutAfter(459_999));
    await mirror(impatient(server.url, { tries: 1 }), out).catch(() => {});
    const [begun = ""] = Object.keys(filesUnder(`${out}.part`)).filter((name) => name.endsWith(".begun"));
    writeFileSync(join(`${out}.part`, begun), readFileSync(join(first, "large.txt")));
    server.behave();
    server.asked.length = 0;
    await again();
    expect(server.asked).not.toContain("large.txt");
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("within one run too, as long as there is progress", async () => {
    server.misbehave(/^large/, cutAfter(70_000));
    await again();
    expect(server.asked.filter((path) => path === "large.txt")).toHaveLength(7);
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("also of a server that knows no parts, miscounts them, or says that there are none", async () => {
    const ways: Misbehaviour[] = [
      (response, bytes) => response.writeHead(200).end(bytes),
      (response, bytes = Buffer.alloc(0), { headers }) =>
        headers.range === undefined
          ? response.writeHead(200).end(bytes)
          : response.writeHead(206, { "content-range": `bytes 0-${bytes.length - 1}/${bytes.length}` }).end(bytes),
      (response, bytes, { headers }) => response.writeHead(headers.range === undefined ? 200 : 416).end(bytes),
    ];
    for (const way of ways) {
      rmSync(out, { recursive: true, force: true });
      server.behave();
      server.misbehave(/^large/, cutAfter(100_000));
      await mirror(impatient(server.url, { tries: 1 }), out).catch(() => {});
      server.behave();
      server.misbehave(/^large/, way);
      await again();
      expect(filesUnder(out)).toEqual(filesUnder(first));
    }
  });

  it.each<[string, (path: string) => void]>([
    ["of other bytes", (path) => writeFileSync(path, "other bytes")],
    ["that is a folder", (path) => mkdirSync(join(path, "in"), { recursive: true })],
  ])("a beginning %s is given up", async (_, replace) => {
    server.misbehave(/^large/, cutAfter(100_000));
    await mirror(impatient(server.url, { tries: 1 }), out).catch(() => {});
    const begun = `${createHash("sha256")
      .update(readFileSync(join(first, "large.txt")))
      .digest("hex")}.begun`;
    rmSync(join(`${out}.part`, begun), { force: true });
    replace(join(`${out}.part`, begun));
    server.behave();
    await again();
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("finished files are kept, unless a crash has damaged them", async () => {
    server.misbehave(/^large/, status(403));
    await expect(again()).rejects.toMatchObject({ code: "mirror-refused" });
    const [one = ""] = Object.keys(filesUnder(`${out}.part`));
    writeFileSync(join(`${out}.part`, one), "half");
    server.behave();
    const { fetched } = await again();
    expect(fetched.files).toBeLessThan(9);
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("what no snapshot wants any more goes, and what is not ours stays", async () => {
    server.misbehave(/^large/, status(403));
    await again().catch(() => {});
    writeFileSync(join(`${out}.part`, "thesis.txt"), "three years of work");
    server.behave();
    await again();
    expect(Object.keys(filesUnder(`${out}.part`))).toEqual(["thesis.txt"]);
  });
});

describe("a passing fault", () => {
  it.each([
    ["503", status(503, { "retry-after": "0" })],
    ["429", status(429, { "retry-after": "1" })],
    ["a cut line", cutAfter(10)],
  ] as const)("%s is tried again", async (_, misbehaviour) => {
    let left = 2;
    server.misbehave(/^api\/recent|^snapshot.json$/, (response, bytes, request) =>
      (left-- > 0 ? misbehaviour : honest)(response, bytes, request),
    );
    await again();
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("caches that still have an older file are bypassed", async () => {
    server.serve(second);
    server.misbehave(/^api\/recent/, (response, bytes, request) =>
      request.url?.includes("?fresh=")
        ? honest(response, bytes, request)
        : honest(response, readFileSync(join(first, "api/recent.json")), request),
    );
    await again();
    expect(filesUnder(out)).toEqual(filesUnder(second));
  });
});

async function contents(dir: string): Promise<Record<string, string>> {
  return Object.fromEntries([...(await openTree(dir)).files].map(([path, entry]) => [path, entry.sha256]));
}
