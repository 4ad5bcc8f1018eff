import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { UserError } from "../platform/error.ts";
import { explain, makeFolder } from "../platform/file-system.ts";
import { generateKeys, readSigner, readVerifyKey, type Signer, type VerifyKey } from "../tree/signature.ts";
import { type CliContext, contextOf } from "./context.ts";
import { example, JSON_OUT } from "./options.ts";

/** Adds the options and the action of `quaketree keygen`. */
export function keygenCommand(command: Command): void {
  command
    .argument("<path>", "file for the private key, or a folder to put it into")
    .option(...JSON_OUT)
    .addHelpText("after", example("keygen quaketree.key"))
    .action((target: string, options: { json?: boolean }) => runKeygen(target, contextOf(options)));
}

/** Where a private key is looked for that no option names: its PEM itself, as CI systems hand out secrets. */
const SIGN_KEY = "QUAKETREE_SIGN_KEY";
const KEY_FILE = "quaketree.key";
const PUBLIC = ".pub";
/** Larger than any key. */
const LARGEST = 10_000;

/**
 * What signs a build: the key of the file, else that of the environment; undefined where there is neither.
 *
 * @throws UserError `key-unreadable`
 */
export function signerOf(file: string | undefined, env: NodeJS.ProcessEnv): Signer | undefined {
  if (file !== undefined) return readSigner(readPem(file), file);
  const pem = env[SIGN_KEY];
  // Some systems keep a secret on one line.
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
 * Writes a new pair of keys: the private one for its owner alone, the public one beside it with `.pub`. Never over a file.
 *
 * @param target a file, or a folder to put `quaketree.key` into
 * @throws UserError `key-exists`, `folder-unwritable`
 */
export function keygen(target: string): { id: string; privateFile: string; publicFile: string } {
  const isFolder = /[\\/]$/.test(target) || (existsSync(target) && statSync(target).isDirectory());
  const privateFile = isFolder ? path.join(target, KEY_FILE) : target;
  const publicFile = privateFile + PUBLIC;
  for (const file of [privateFile, publicFile]) {
    if (existsSync(file)) throw new UserError("key-exists", `${file} is there already`, "choose another name");
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

function runKeygen(target: string, { out, json }: CliContext): void {
  const { id, privateFile, publicFile } = keygen(target);
  if (json) {
    out(JSON.stringify({ id, private: privateFile, public: publicFile }));
    return;
  }
  out(`key ${id}`);
  out(`  ${privateFile} signs: keep it secret, and a copy of it in a safe place (build --sign-key ${privateFile})`);
  out(`  ${publicFile} is for everybody who mirrors (mirror --verify-key ${publicFile})`);
}
