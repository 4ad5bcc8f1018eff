/** Attacks as The Update Framework lists them (specification 1.0, section 1.5.2), and some of our own: of paths, parts, mirrors and keys. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { openTree } from "../../build/tree/read.ts";
import { readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { expectRefused, folder, forged, keys, newer, out, server, theirs, tree, unsigned, useAttackedTree } from "../tree/attacked.ts";
import { forgeRecord, forgeSection } from "../tree/forge.ts";
import { from, honest, instead, status } from "../tree/hostile-server.ts";
import { impatient, mirror, publish } from "../tree/mirroring.ts";
import { filesUnder } from "../tree/tree-files.ts";

useAttackedTree();

describe("wrong paths: files outside the tree, where they do harm", () => {
  it.each([
    "../evil.txt",
    "a/../../evil.txt",
    "/etc/evil",
    "..\\evil.txt",
    "C:evil",
    ".ssh/authorized_keys",
    "a//b",
    "",
    "snapshot.json",
    "snapshot.json.sig",
    "index/api.json",
    "api.json.br",
    "status.json",
    "api/recent.json/evil",
    "api/recent.json",
    "naïve",
  ])("%j is refused and not written", async (path) => {
    const dir = await forged("paths", 2);
    forgeSection(dir, "pages", (entries) => {
      const [entry] = entries;
      if (entry) entries.push({ ...entry, path });
    });
    const beside = Object.keys(filesUnder(folder)).length;
    await expect(mirror(impatient(server.url), out)).rejects.toMatchObject({ code: "mirror-bad-path" });
    expect(existsSync(out)).toBe(false);
    expect(Object.keys(filesUnder(folder))).toHaveLength(beside);
    rmSync(dir, { recursive: true });
  });

  it.each([
    ["elsewhere", (index: { path: string }[]) => void ((index[0] as { path: string }).path = "pages.json")],
    ["twice", (index: object[]) => void index.push({ ...index[0] })],
  ])("a section that lies %s is refused", async (_, edit) => {
    const dir = await forged("sections", 2);
    forgeRecord(dir, ({ index }) => edit(index));
    await expect(mirror(impatient(server.url), out)).rejects.toMatchObject({ code: "mirror-bad-path" });
    rmSync(dir, { recursive: true });
  });

  it.each([
    ["no size", { bytes: -1 }],
    ["a size that is not a number", { bytes: "1" }],
    ["no hash", { sha256: "../../evil" }],
    ["an encoding twice", { encodings: ["br", "br"] }],
    ["an unknown encoding", { encodings: ["zip"] }],
  ])("an entry with %s is malformed", async (_, wrong) => {
    const dir = await forged("entries", 2);
    forgeSection(dir, "pages", (entries) => void Object.assign(entries[0] ?? {}, wrong));
    await expect(mirror(impatient(server.url), out)).rejects.toMatchObject({ code: "mirror-malformed" });
    rmSync(dir, { recursive: true });
  });

  it("an ETag that does not follow from the bytes is not sound", async () => {
    const dir = await forged("etags", 2);
    forgeSection(dir, "pages", (entries) => void Object.assign(entries[0] ?? {}, { etag: '"evil"' }));
    await expect(mirror(impatient(server.url), out)).rejects.toMatchObject({ code: "mirror-unsound" });
    expect(existsSync(out)).toBe(false);
  });

  it("an index that is not the one of the id is malformed", async () => {
    const dir = await forged("ids", 2);
    forgeRecord(dir, (record) => void (record.id = "0".repeat(16)));
    await expect(mirror(impatient(server.url), out)).rejects.toMatchObject({ code: "mirror-malformed" });
  });
});

describe("extraneous dependencies: more than was published", () => {
  it("is not asked for: neither what lies beside the tree, nor what its pages and records link to", async () => {
    const dir = await forged("more", 2);
    writeFileSync(join(dir, "more.html"), "this is not signed");
    const { snapshot } = await openTree(dir);
    const names = snapshot.index.map(({ path }) => path);
    const files = names.flatMap((name) => JSON.parse(readFileSync(join(dir, name), "utf8")) as { path: string }[]);
    await mirror(impatient(server.url), out);
    const wanted = ["snapshot.json", "snapshot.json.sig", ...names, ...files.map(({ path }) => path)];
    expect(server.asked.filter((path) => !wanted.includes(path) && !path.startsWith("deltas/"))).toEqual([]);
    expect(existsSync(join(out, "more.html"))).toBe(false);
  });
});

describe("wrong software: what is genuine, in the wrong place", () => {
  it("a file of the same snapshot in the place of another is a wrong hash", async () => {
    server.serve(newer);
    server.misbehave(/^api\/recent/, from(newer, "q/a.json"));
    await expectRefused("mirror-wrong-hash");
  });

  it("the genuine tree of another publisher is refused by its key", async () => {
    const other = join(folder, "of-another");
    for (const hour of [1, 2, 3]) await publish(other, hour, readSigner(theirs.privateKey, "key"));
    server.serve(other);
    await expectRefused("signature-other-key");
  });
});

describe("mix-and-match: parts of several snapshots", () => {
  it("newer files under the record that we have lead to the newer record, if the former ones are gone", async () => {
    rmSync(join(newer, "replaced"), { recursive: true });
    await forged("unused", 1);
    server.serve(newer);
    let asked = 0;
    server.misbehave(/^snapshot\.json(\.sig)?$/, (response, bytes, request) => {
      const path = request.url?.slice(1).split("?")[0] ?? "";
      (asked++ < 2 ? from(tree, path) : honest)(response, bytes, request);
    });
    await mirror(impatient(server.url), out, { keys });
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });

  it("a signature of another record is asked for again, three times in all, then refused", async () => {
    server.serve(newer);
    server.misbehave(/\.sig$/, from(tree, "snapshot.json.sig"));
    const before = server.asked.length;
    await expectRefused("signature-torn");
    expect(server.asked.slice(before).filter((path) => path === "snapshot.json.sig")).toHaveLength(3);
    await expectRefused("signature-torn", unsigned);
    let left = 1;
    server.misbehave(/\.sig$/, (response, bytes, request) =>
      (left-- > 0 ? from(tree, "snapshot.json.sig") : honest)(response, bytes, request),
    );
    await mirror(impatient(server.url), out, { keys });
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });
});

describe("a malicious mirror", () => {
  it("can keep us waiting, but not from going on at another", async () => {
    server.serve(newer);
    server.misbehave(/^api\/recent/, instead("evil"));
    await expectRefused("mirror-wrong-hash");
    const { fetched } = await mirror(createFolderOrigin(newer), out, { keys });
    expect(fetched.files).toBeLessThanOrEqual(4);
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });

  it.each([
    ["to a file", "file:///etc/passwd"],
    ["to nowhere", ""],
    ["in circles", "/api/recent.json"],
  ])("a redirect %s is refused", async (_, location) => {
    server.serve(newer);
    server.misbehave(/^api\/recent/, status(302, { location }));
    await expectRefused("mirror-refused");
  });

  it("may send us on to where the file is", async () => {
    server.serve(newer);
    server.misbehave(/^api\/recent/, status(301, { location: "/moved/recent.json" }));
    server.misbehave(/^moved\/recent/, from(newer, "api/recent.json"));
    await mirror(impatient(server.url), out, { keys });
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });

  it.each([
    [401, "mirror-refused"],
    [403, "mirror-refused"],
    [404, "mirror-missing"],
    [410, "mirror-missing"],
    [500, "mirror-refused"],
    [204, "mirror-refused"],
  ])("the status %i is refused with its own code", async (code, expected) => {
    server.serve(newer);
    server.misbehave(/^q\//, status(code));
    await expectRefused(expected);
  });
});

describe("keys", () => {
  beforeEach(() => server.serve(newer));

  it("a snapshot without signature is refused if a key is given", async () => {
    for (const code of [404, 403]) {
      server.misbehave(/\.sig$/, status(code));
      await expectRefused("signature-missing");
    }
    server.misbehave(/\.sig$/, instead("<html>Sorry</html>"));
    await expectRefused("signature-malformed");
  });

  it("one that was compromised is of no use once it is not trusted any more", async () => {
    await expectRefused("signature-other-key", { keys: [readVerifyKey(theirs.publicKey, "key")] });
  });

  it("old and new may both be trusted while the publisher changes from one to the other", async () => {
    const both = [readVerifyKey(theirs.publicKey, "key"), ...keys];
    await mirror(impatient(server.url), out, { keys: both });
    expect(filesUnder(out)).toEqual(filesUnder(newer));
  });

  it("if no key is given, a missing signature or another key is refused, and naming the new key accepts it", async () => {
    server.misbehave(/\.sig$/, status(404));
    await expectRefused("mirror-key-changed", unsigned);
    server.behave();
    const rekeyed = join(folder, "rekeyed");
    for (const hour of [1, 2, 3]) await publish(rekeyed, hour, readSigner(theirs.privateKey, "key"));
    server.serve(rekeyed);
    await expectRefused("mirror-key-changed", unsigned);
    // The name of the key that signed first is not enough: its signature is checked.
    const lie = (name: string) => name.replace(/(?<=\nsignature ).*/, `${"A".repeat(86)}==`);
    server.serve(newer);
    server.misbehave(/\.sig$/, instead(lie(readFileSync(join(newer, "snapshot.json.sig"), "utf8"))));
    await expectRefused("signature-wrong", unsigned);
    server.behave();
    server.serve(rekeyed);
    await mirror(impatient(server.url), out, { keys: [readVerifyKey(theirs.publicKey, "key")] });
    expect(filesUnder(out)).toEqual(filesUnder(rekeyed));
  });

  it("if no key is given, a page in place of the signature counts as a missing signature", async () => {
    const dir = await forged("unsigned", 2);
    server.misbehave(/\.sig$/, instead("<html>Sorry</html>"));
    await mirror(impatient(server.url), out);
    expect(filesUnder(out)).toEqual(filesUnder(dir));
  });
});
