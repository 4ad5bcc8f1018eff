import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserError } from "./error.ts";
import { sha256 } from "./hash.ts";
import { filesBelow, PROGRAM, programHash } from "./program.ts";

/** Files by name: `tree/` and the path in every tree, `worker.js`, `edge/cloudfront.js`, … */
type FilesByName = ReadonlyMap<string, Uint8Array>;

interface PreparedFiles {
  /** Identifies the names and bytes of all files. */
  key: string;
  files: FilesByName;
}

/** A checkout has the script that makes the files. An installed package has only the files. */
const SCRIPT = "scripts/maintain/prepare.ts";
const FILE = "prepared/files.bin";

/** These files affect every bundle: through the versions of bundlers and libraries, their options, and the compiler's options. */
const ALWAYS_INPUTS = ["package-lock.json", "tsconfig.json", "scripts/maintain/prepare", SCRIPT];

/** The file has a line with the SHA-256 of the rest, a line with this object as JSON, and then the bytes of all files. */
interface Stored {
  /** Source files from which the files were made, besides `ALWAYS_INPUTS`. */
  inputs: readonly string[];
  hash: string;
  /** In the order of their bytes. */
  files: readonly { name: string; bytes: number }[];
}

interface PreparedOptions {
  /** Folder of the checkout or the package, with a slash at the end. */
  root?: string;
  /** Runs the script that makes the files. Returns its exit code and its output on stderr. */
  make?: () => Promise<{ code: number | null; stderr: string }>;
}

let loaded: Promise<PreparedFiles> | undefined;

/**
 * Returns the files that only a bundler or a library for browsers can make. They are made together with the package. In a checkout
 * with changed sources, they are made again first.
 *
 * @throws UserError if they are missing or outdated and cannot be made
 */
export function preparedFiles(): Promise<PreparedFiles> {
  loaded ??= readPreparedFiles().catch((error: unknown) => {
    // The next build of this process may succeed, for example because memory is available again or the source was corrected.
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** @throws UserError as `preparedFiles`; Error for an unknown name */
export async function preparedFile(name: string): Promise<Uint8Array> {
  const bytes = (await preparedFiles()).files.get(name);
  if (!bytes) throw new Error(`there is no prepared file ${name}`);
  return bytes;
}

/** The message of an error that Node prints with its source line and stack. */
const ERROR_LINE = /^\w*Error: (.+)$/m;

/** @throws UserError as `preparedFiles` */
export async function readPreparedFiles({ root = PROGRAM, make = runScript }: PreparedOptions = {}): Promise<PreparedFiles> {
  const isCheckout = existsSync(root + SCRIPT);
  const found = read(root, isCheckout);
  if (found) return found;
  if (!isCheckout) throw new UserError("package-incomplete", `${root}${FILE} is missing or damaged`, "install quaketree again");
  const { code, stderr } = await make();
  const made = code === 0 ? read(root, isCheckout) : undefined;
  if (made) return made;
  const reason = code === 0 ? "the source files changed meanwhile" : (ERROR_LINE.exec(stderr)?.[1] ?? stderr.trim());
  throw new UserError("not-prepared", `the prepared files could not be made: ${reason}`, "run `npm run prepare`");
}

/** Writes the files for later builds. @param inputs source files from which they were made, relative to `root` */
export function writePreparedFiles(files: FilesByName, inputs: readonly string[], root: string = PROGRAM): void {
  const stored: Stored = {
    inputs,
    hash: inputHash(inputs, root),
    files: Array.from(files, ([name, { length }]) => ({ name, bytes: length })),
  };
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(stored)}\n`), ...files.values()]);
  const draft = `${root}${FILE}.new-${process.pid}`;
  mkdirSync(dirname(draft), { recursive: true });
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(`${sha256(content)}\n`), content]));
    // A rename, so that other processes see either the old file or the complete new one.
    renameSync(draft, root + FILE);
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(root: string, isCheckout: boolean): PreparedFiles | undefined {
  if (!existsSync(root + FILE)) return undefined;
  const all = readFileSync(root + FILE);
  const first = all.indexOf("\n");
  const key = all.toString("utf8", 0, Math.max(0, first));
  if (key !== sha256(all.subarray(first + 1))) return undefined;
  const second = all.indexOf("\n", first + 1);
  const stored = JSON.parse(all.toString("utf8", first + 1, second)) as Stored;
  if (isCheckout && stored.hash !== inputHash(stored.inputs, root)) return undefined;
  const files = new Map<string, Uint8Array>();
  let at = all.byteOffset + second + 1;
  for (const { name, bytes } of stored.files) {
    files.set(name, new Uint8Array(all.buffer, at, bytes));
    at += bytes;
  }
  return { key, files };
}

/** A hash of the inputs and of the names of all source files: a new file may be a new entry, or the new target of an import. */
function inputHash(inputs: readonly string[], root: string): string {
  const names = filesBelow("build", root).join("\n");
  return sha256(`${names}\n${programHash([...ALWAYS_INPUTS, ...inputs], root)}`);
}

/**
 * Runs in its own process, which works in parallel with the loading of the catalogue and frees the memory of the bundlers (150 MB)
 * at its end.
 */
function runScript(): Promise<{ code: number | null; stderr: string }> {
  const stdio = ["ignore", "ignore", "pipe"] as const;
  const child = spawn(process.execPath, ["--import", "tsx", SCRIPT], { cwd: PROGRAM, stdio: [...stdio] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => void (stderr += part));
  return new Promise((resolve, reject) => child.once("error", reject).once("close", (code) => resolve({ code, stderr })));
}
