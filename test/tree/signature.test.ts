import { verify as verifyBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SNAPSHOT_FILE } from "../../build/contract/wire/snapshot.ts";
import { SIGNATURE_FILE } from "../../build/tree/file.ts";
import { checkSignature, generateKeys, parseSignature, readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { codeOf } from "../support/code-of.ts";
import { file, inTemporaryFolder, plant } from "./tiny-tree.ts";

const PAIR = generateKeys();
const OTHER = generateKeys();
const signer = readSigner(PAIR.privateKey, "key.pem");
const key = readVerifyKey(PAIR.publicKey, "key.pub.pem");
const other = readVerifyKey(OTHER.publicKey, "other.pub.pem");
const RECORD = Buffer.from('{"format":1}');

describe("a signature", () => {
  it("is plain Ed25519 over the exact bytes, so that other tools can check it", () => {
    const { bytes } = parseSignature(signer.sign(RECORD));
    expect(bytes).toHaveLength(64);
    expect(verifyBytes(null, RECORD, PAIR.publicKey, bytes)).toBe(true);
  });

  it("is the same for the same bytes and key", () => {
    expect(signer.sign(RECORD)).toBe(signer.sign(RECORD));
  });

  it("says which of several trusted keys made it", () => {
    expect(checkSignature(RECORD, signer.sign(RECORD), [other, key])).toBe(PAIR.id);
  });

  it("a missing signature, one of another key and one of another record have different errors", () => {
    const text = signer.sign(RECORD);
    expect(codeOf(() => checkSignature(RECORD, undefined, [key]))).toBe("signature-missing");
    expect(codeOf(() => checkSignature(RECORD, text, [other]))).toBe("signature-other-key");
    expect(codeOf(() => checkSignature(Buffer.from("{}"), text, [key]))).toBe("signature-torn");
  });

  it("a signature that names another record is wrong", () => {
    const { snapshot } = parseSignature(signer.sign(Buffer.from("{}")));
    const forged = signer.sign(RECORD).replace(/snapshot \w+/, `snapshot ${snapshot}`);
    expect(codeOf(() => checkSignature(Buffer.from("{}"), forged, [key]))).toBe("signature-wrong");
  });

  it("a signature of another key with our key's id is wrong, also without trusted keys", () => {
    const ourKey = /^key .*$/m.exec(signer.sign(RECORD))?.[0] as string;
    const theirs = readSigner(OTHER.privateKey, "key").sign(RECORD);
    const zeros = `${"A".repeat(86)}==`;
    for (const forged of [theirs.replace(/^key .*$/m, ourKey), signer.sign(RECORD).replace(/(?<=\nsignature ).*/, zeros)]) {
      expect(codeOf(() => checkSignature(RECORD, forged, [key]))).toBe("signature-wrong");
      expect(codeOf(() => checkSignature(RECORD, forged))).toBe("signature-wrong");
    }
    expect(checkSignature(RECORD, theirs)).toBe(OTHER.id);
  });

  it("a signature with one changed character is refused", () => {
    const text = signer.sign(RECORD);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom("0", "A", "z", "\n", " ", "é"), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (changed === text) return;
        expect(codeOf(() => checkSignature(RECORD, changed, [key]))).toMatch(/^signature-/);
      }),
    );
  });
});

describe("a key", () => {
  it("the error about an invalid key names its place, never its content", () => {
    for (const text of ["", "secret words", PAIR.publicKey, PAIR.privateKey.replace(/[A-Z]{4}/, "AAAA")]) {
      try {
        readSigner(text, "the key file");
      } catch (error) {
        expect(error).toMatchObject({ code: "key-unreadable" });
        expect((error as Error).message).toMatch(/^the key file is not/);
        continue;
      }
      expect.unreachable();
    }
  });

  it("to check with has to be public", () => {
    expect(codeOf(() => readVerifyKey(PAIR.privateKey, "key"))).toBe("key-unreadable");
    expect(codeOf(() => readVerifyKey("no key", "key"))).toBe("key-unreadable");
  });
});

describe("a planted tree", () => {
  it("carries the signature beside its record, and verifies with it", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      await plant(out, [file("a.json", "a")], { signer });
      const [record, text] = [SNAPSHOT_FILE, SIGNATURE_FILE].map((name) => readFileSync(join(out, name)));
      expect(checkSignature(record as Buffer, text?.toString(), [key])).toBe(PAIR.id);
      expect((await verifyTree(out)).faults).toEqual([]);
    }));

  it("is replaced if only the signature differs, and loses it without a signer", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      const files = [file("a.json", "a")];
      const read = () => readFileSync(join(out, SIGNATURE_FILE), "utf8");
      await plant(out, files);
      await plant(out, files, { signer });
      expect(parseSignature(read()).signer.id).toBe(PAIR.id);
      await plant(out, files, { signer: readSigner(OTHER.privateKey, "key") });
      expect(parseSignature(read()).signer.id).toBe(OTHER.id);
      await plant(out, files);
      expect(read).toThrow(/ENOENT/);
    }));

  it("may hold no file of that name", () =>
    inTemporaryFolder(async (dir) => {
      await expect(plant(join(dir, "dist"), [file(SIGNATURE_FILE, "a")])).rejects.toThrow(/the tree's own record/);
    }));
});
