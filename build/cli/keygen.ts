import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import type { Config } from "../config/config.ts";
import { UserError } from "../platform/error.ts";
import { explain, makeFolder } from "../platform/file-system.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { generateKeys, readSigner, readVerifyKey, type Signer, type VerifyKey } from "../tree/signature.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { example, JSON_OUT } from "./options.ts";

export function keygenCommand(command: Command): void {
  command
    .argument("<path>", "file for the private key, or its folder")
    .option(...JSON_OUT)
    .addHelpText("after", example("keygen quaketree.key"))
    .action((target: string, options: { json?: boolean }) => runKeygen(target, contextOf(options)));
}

/** Environment variable with the private key as PEM, used if no option names a key: CI systems provide secrets like this. */
const SIGN_KEY = "QUAKETREE_SIGN_KEY";
const KEY_FILE = "quaketree.key";
const PUBLIC = ".pub";
/** Larger than any key. */
const LARGEST = 10_000;

/**
 * The key that signs a build: that of the option, of the environment or of the configuration, in this order; undefined if there is
 * none. A tree that was signed stays signed: a mirror with its key refuses every later one without a signature.
 *
 * @param out folder of the tree
 * @throws UserError `key-unreadable`; `key-missing` without a key where the tree of the folder is signed
 */
export function signerOfBuild(
  { signKey, config, out }: { signKey?: string | undefined; config: Pick<Config, "sign_key">; out: string },
  env: NodeJS.ProcessEnv,
): Signer | undefined {
  const signer = signerOf(signKey, env) ?? signerOf(config.sign_key, {});
  if (signer || !existsSync(path.join(out, SIGNATURE_FILE))) return signer;
  throw new UserError(
    "key-missing",
    `the tree ${out} is signed, and this build has no key`,
    `name it by --sign-key, sign_key of the configuration or ${SIGN_KEY}; to go on without signatures, remove ${SIGNATURE_FILE}`,
  );
}

/** The key of the file, otherwise that of the environment; undefined if there is neither. @throws UserError `key-unreadable` */
export function signerOf(file: string | undefined, env: NodeJS.ProcessEnv): Signer | undefined {
  if (file !== undefined) return readSigner(readPem(file), file);
  const pem = env[SIGN_KEY];
  // Some systems store a secret on one line.
  return pem ? readSigner(pem.replaceAll("\\n", "\n"), `the environment variable ${SIGN_KEY}`) : undefined;
}

/** @throws UserError `key-unreadable` */
export function verifyKeysOf(files: readonly string[]): VerifyKey[] {
  return files.map((file) => readVerifyKey(readPem(file), file));
}

function readPem(file: string): string {
  try {
    if (statSync(file).size <= LARGEST) return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError("key-unreadable", `the key ${file} cannot be read: ${code}`, "`quaketree keygen` makes one");
  }
  throw new UserError("key-unreadable", `${file} is too large for a key`);
}

/**
 * Writes a new pair of keys: the private key, readable by its owner only, and beside it the public key with `.pub`. Never
 * overwrites a file.
 *
 * @param target a file, or a folder for `quaketree.key`
 * @throws UserError `key-exists`, `folder-unwritable`
 */
export function keygen(target: string): { id: string; privateFile: string; publicFile: string } {
  const isFolder = /[\\/]$/.test(target) || (existsSync(target) && statSync(target).isDirectory());
  const privateFile = isFolder ? path.join(target, KEY_FILE) : target;
  const publicFile = privateFile + PUBLIC;
  for (const file of [privateFile, publicFile]) {
    if (existsSync(file)) throw new UserError("key-exists", `${file} already exists`, "choose another name");
  }
  const { id, privateKey, publicKey } = generateKeys();
  try {
    makeFolder(path.dirname(path.resolve(privateFile)));
    writeFileSync(privateFile, privateKey, { flag: "wx", mode: 0o600 });
    writeFileSync(publicFile, publicKey, { flag: "wx", mode: 0o644 });
  } catch (error) {
    throw explain(error, path.dirname(privateFile));
  }
  return { id, privateFile, publicFile };
}

function runKeygen(target: string, context: CliContext): void {
  const { id, privateFile, publicFile } = keygen(target);
  printResult(context, { id, private: privateFile, public: publicFile }, () => [
    `key ${id}`,
    `  ${privateFile} is the private key: keep it secret, with a backup in a safe place (build --sign-key ${privateFile})`,
    `  ${publicFile} is the public key: give it to mirrors (mirror --verify-key ${publicFile})`,
  ]);
}
