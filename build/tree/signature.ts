import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from "node:crypto";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { SIGNATURE_FILE } from "./file.ts";

/** Signs `snapshot.json`. Does not reveal the key. */
export interface Signer {
  /** The id of the key, 16 hex digits. */
  id: string;
  /** The text of `snapshot.json.sig` for the bytes of `snapshot.json`; the same bytes give the same text. */
  sign: (record: Uint8Array) => string;
}

/** A trusted public key. */
export interface VerifyKey {
  id: string;
  key: KeyObject;
}

/** The content of `snapshot.json.sig`. */
interface Signature {
  /** The public key in the signature. Its owner must be known from another source. */
  signer: VerifyKey;
  /** SHA-256 of the signed `snapshot.json`: even without a key a reader can check whether the two belong together. */
  snapshot: string;
  /** 64 bytes, RFC 8032. */
  bytes: Buffer;
}

/** Much larger than any signature file. */
export const LARGEST_SIGNATURE = 1_000;

/** A new pair of Ed25519 keys as PEM, and its id. */
export function generateKeys(): { id: string; privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    id: keyId(publicKey),
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
  };
}

/**
 * Reads a private key.
 *
 * @param where its name in error messages, which never contain the key
 * @throws UserError `key-unreadable`
 */
export function readSigner(pem: string, where: string): Signer {
  const key = readKey(() => createPrivateKey(pem), where, "a private Ed25519 key in PEM");
  const id = keyId(createPublicKey(key));
  return { id, sign: (record) => signatureText(key, record) };
}

/** @throws UserError `key-unreadable`, also for a private key, which must not be where signatures are checked */
export function readVerifyKey(pem: string, where: string): VerifyKey {
  const expected = "a public Ed25519 key in PEM";
  if (pem.includes("PRIVATE KEY")) throw unreadable(where, expected);
  const key = readKey(() => createPublicKey(pem), where, expected);
  return { id: keyId(key), key };
}

/** Reads a signature file, strictly. @throws UserError `signature-malformed` */
export function parseSignature(text: string): Signature {
  const found = FORM.exec(text);
  const [, der, snapshot, signature] = found ?? [];
  const bytes = Buffer.from(signature ?? "", "base64");
  const key = publicKeyOf(der ?? "");
  // Base64 leaves some bits of the last character unused: a signature must have exactly one text.
  if (key === undefined || snapshot === undefined || bytes.toString("base64") !== signature) {
    const hint = "it may be truncated, or a page that the host sends for missing files";
    throw new UserError("signature-malformed", `${SIGNATURE_FILE} is not a Quaketree signature`, hint);
  }
  return { signer: { id: keyId(key), key }, snapshot, bytes };
}

/** @param der an Ed25519 key as SPKI DER in base64; undefined if it is not one */
function publicKeyOf(der: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(der, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyType === "ed25519" && derOf(key) === der ? key : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks that one of the keys signed these bytes.
 *
 * @param text of `snapshot.json.sig`, undefined if there is none
 * @param keys undefined: the key that the signature states, which proves only that its owner signed
 * @returns the id of the key
 * @throws UserError `signature-missing`, `signature-malformed`, `signature-other-key` (none of the keys), `signature-torn` (of
 * another `snapshot.json`), `signature-wrong`
 */
export function checkSignature(record: Uint8Array, text: string | undefined, keys?: readonly VerifyKey[]): string {
  if (text === undefined) {
    const hint = "leave out --verify-key to accept it without a signature, or ask the publisher to sign";
    throw new UserError("signature-missing", `${SNAPSHOT_FILE} is not signed`, hint);
  }
  const signature = parseSignature(text);
  const { signer } = signature;
  const known = keys ? keys.find(({ key }) => key.equals(signer.key)) : signer;
  if (!known) throw otherKey(signer.id, keys ?? []);
  if (signature.snapshot !== sha256(record)) throw torn();
  if (verify(null, record, known.key, signature.bytes)) return known.id;
  throw new UserError(
    "signature-wrong",
    `${SIGNATURE_FILE} was not made by key ${known.id}`,
    "the data were changed: do not use them, and inform the publisher",
  );
}

/** The signature belongs to another `snapshot.json`: one of the two is out of date. */
function torn(): UserError {
  const hint = "it may be in publication: try again in a minute";
  return new UserError("signature-torn", `${SIGNATURE_FILE} is that of another ${SNAPSHOT_FILE}`, hint);
}

const FORM = /^quaketree-signature 2\nkey ([A-Za-z0-9+/]{59}=)\nsnapshot ([0-9a-f]{64})\nsignature ([A-Za-z0-9+/]{86}==)\n$/;

function signatureText(key: KeyObject, record: Uint8Array): string {
  const signature = sign(null, record, key).toString("base64");
  return `quaketree-signature 2\nkey ${derOf(key)}\nsnapshot ${sha256(record)}\nsignature ${signature}\n`;
}

/** The first 16 hex digits of the SHA-256 of the public key as SPKI DER. */
function keyId(key: KeyObject): string {
  return createHash("sha256")
    .update(Buffer.from(derOf(key), "base64"))
    .digest("hex")
    .slice(0, 16);
}

/** The public key as SPKI DER in base64, as it is in its PEM file. */
function derOf(key: KeyObject): string {
  const publicKey = key.type === "private" ? createPublicKey(key) : key;
  return publicKey.export({ type: "spki", format: "der" }).toString("base64");
}

function readKey(read: () => KeyObject, where: string, expected: string): KeyObject {
  try {
    const key = read();
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The message of the decoder may quote the key.
  }
  throw unreadable(where, expected);
}

function unreadable(where: string, expected: string): UserError {
  return new UserError("key-unreadable", `${where} is not ${expected}`, "`quaketree keygen` makes a pair of keys");
}

function otherKey(key: string, keys: readonly VerifyKey[]): UserError {
  const ours = keys.map(({ id }) => id).join(", ");
  return new UserError(
    "signature-other-key",
    `${SNAPSHOT_FILE} is signed with key ${key}, not with ${ours}`,
    "the publisher may have a new key: get it in a way that you trust, and name both with --verify-key",
  );
}
