import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { keygen, signerOf, signerOfBuild, verifyKeysOf } from "../../build/cli/keygen.ts";
import { verify } from "../../build/cli/verify.ts";
import { silentReport } from "../../build/platform/report.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const folder = temporaryFolder();
const report = { ...silentReport, clear() {} };
const ours = join(folder, "ours");
const theirs = join(folder, "theirs");

beforeAll(() => {
  keygen(ours);
  keygen(theirs);
});

describe("the key of a build", () => {
  const pem = () => ({ QUAKETREE_SIGN_KEY: readFileSync(theirs, "utf8") });
  const idOf = (file: string) => signerOf(file, {})?.id;
  const out = join(folder, "never-built");

  it("is that of the option, then that of the environment, then that of the configuration", () => {
    expect(signerOfBuild({ signKey: ours, config: { sign_key: theirs }, out }, pem())?.id).toBe(idOf(ours));
    expect(signerOfBuild({ config: { sign_key: ours }, out }, pem())?.id).toBe(idOf(theirs));
    expect(signerOfBuild({ config: { sign_key: ours }, out }, {})?.id).toBe(idOf(ours));
    expect(signerOfBuild({ config: {}, out }, {})).toBeUndefined();
  });

  it("is required if the tree before is signed", async () => {
    const dir = join(folder, "signed");
    mkdirSync(dir);
    writeFileSync(join(dir, "snapshot.json.sig"), "");
    expect(() => signerOfBuild({ config: {}, out: dir }, {})).toThrow(expect.objectContaining({ code: "key-missing" }));
    const { code, stderr } = await quaketree(["build", "--out", dir, "--store", join(folder, "no-store")], folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining("is signed, and this build has no key")]);
  });
});

describe("keygen", () => {
  it("keeps the private key from everybody else, and puts the public one beside it", () => {
    expect(statSync(ours).mode & 0o777).toBe(0o600);
    expect(readFileSync(ours, "utf8")).toContain("PRIVATE KEY");
    expect(readFileSync(`${ours}.pub`, "utf8")).toContain("PUBLIC KEY");
    expect(verifyKeysOf([`${ours}.pub`])[0]?.id).toBe(signerOf(ours, {})?.id);
  });

  it("writes into a folder under a name of its own", () => {
    const dir = join(folder, "keys");
    mkdirSync(dir);
    expect(keygen(dir)).toMatchObject({ privateFile: join(dir, "quaketree.key") });
    expect(keygen(`${join(folder, "new")}/`)).toMatchObject({ publicFile: join(folder, "new", "quaketree.key.pub") });
  });

  it("never writes over a key", () => {
    const before = readFileSync(ours);
    expect(() => keygen(ours)).toThrow(expect.objectContaining({ code: "key-exists" }));
    expect(readFileSync(ours)).toEqual(before);
  });

  it("says in one line if nothing can be written", () => {
    writeFileSync(join(folder, "plain"), "");
    expect(() => keygen(join(folder, "plain", "key"))).toThrow(expect.objectContaining({ code: "folder-unwritable" }));
  });

  it("prints the id, in JSON too", async () => {
    const { code, stdout } = await quaketree(["keygen", "printed", "--json"], folder);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{16}$/), private: "printed", public: "printed.pub" });
  });
});

describe("the key that signs", () => {
  it("may come from the environment, on one line too", () => {
    const pem = readFileSync(ours, "utf8");
    const { id } = signerOf(ours, {}) ?? {};
    expect(signerOf(undefined, { QUAKETREE_SIGN_KEY: pem })?.id).toBe(id);
    expect(signerOf(undefined, { QUAKETREE_SIGN_KEY: pem.replaceAll("\n", "\\n") })?.id).toBe(id);
    expect(signerOf(theirs, { QUAKETREE_SIGN_KEY: pem })?.id).not.toBe(id);
    expect(signerOf(undefined, {})).toBeUndefined();
  });

  it("is named by its file if it cannot be used", () => {
    const unreadable = expect.objectContaining({ code: "key-unreadable" });
    expect(() => signerOf(join(folder, "nowhere"), {})).toThrow(unreadable);
    expect(() => signerOf(`${ours}.pub`, {})).toThrow(unreadable);
    expect(() => verifyKeysOf([ours])).toThrow(unreadable);
    writeFileSync(join(folder, "large"), "x".repeat(20_000));
    chmodSync(join(folder, "large"), 0o600);
    expect(() => signerOf(join(folder, "large"), {})).toThrow(unreadable);
  });
});

describe("verify with a key", () => {
  it("passes what was signed with it, and refuses what was not, each by its own code", async () => {
    const out = join(folder, "dist");
    const keys = verifyKeysOf([`${ours}.pub`]);
    await smallTree(out, { packLarge: false });
    await expect(verify(out, report, keys)).rejects.toMatchObject({ code: "signature-missing" });
    const signer = signerOf(theirs, {});
    if (signer) await smallTree(out, { packLarge: false, signer });
    await expect(verify(out, report, keys)).rejects.toMatchObject({ code: "signature-other-key" });
    const { faults } = await verify(out, report, [...keys, ...verifyKeysOf([`${theirs}.pub`])]);
    expect(faults.filter(({ kind }) => kind !== "content")).toEqual([]);
  });

  it("refuses a signature that its own key did not make, also without a key to compare with", async () => {
    const out = join(folder, "forged");
    const signer = signerOf(theirs, {});
    if (signer) await smallTree(out, { packLarge: false, signer });
    await expect(verify(out, report)).resolves.toBeTruthy();
    const file = join(out, "snapshot.json.sig");
    const zeros = Buffer.alloc(64).toString("base64");
    writeFileSync(file, readFileSync(file, "utf8").replace(/^signature .*$/m, `signature ${zeros}`));
    await expect(verify(out, report)).rejects.toMatchObject({ code: "signature-wrong" });
  });
});
