import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ReadyFile } from "../ready-file.ts";
import { keepBundles, keptBundles } from "./cached-bundles.ts";
import { PROGRAM, programHash } from "./program-hash.ts";

/** What goes into a bundle, or says how it is made: the program itself, and the versions of what it is bundled by and with. */
const INPUTS = ["build", "package.json", "tsconfig.json"];

/** Made when a package is packed, so that who installs it has them. Not in git. */
const KEPT = `${PROGRAM}client/bundles.json`;

let bundled: Promise<ReadyFile[]> | undefined;

/**
 * The programs that every tree carries for browsers: the client, the service worker, the scripts of the pages. Bundling
 * takes seconds, so it is done once for each state of the program, and the result is kept.
 */
export function bundles(): Promise<ReadyFile[]> {
  bundled ??= keptOrMade(KEPT).catch((error: unknown) => {
    // What failed for want of memory may do at the next build of this process.
    bundled = undefined;
    throw error;
  });
  return bundled;
}

/** @param file where they are kept */
export async function keptOrMade(file: string, make: () => Promise<ReadyFile[]> = inChild): Promise<ReadyFile[]> {
  const program = programHash(INPUTS);
  const kept = keptBundles(file, program);
  if (kept) return kept;
  const made = await make();
  // A program that was changed while they were made would be kept under a name that is not its own.
  if (programHash(INPUTS) === program) keepBundles(file, program, made);
  return made;
}

/**
 * In a process of its own: beside the reading of the catalogue, and the memory that bundlers take (150 MB) is free again.
 *
 * @throws Error with what the process said, where it failed
 */
async function inChild(): Promise<ReadyFile[]> {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;
  const script = fileURLToPath(new URL("make-bundles.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", loader, script], { stdio: ["ignore", "pipe", "pipe"] });
  const said: Record<"out" | "error", Buffer[]> = { out: [], error: [] };
  child.stdout.on("data", (chunk: Buffer) => said.out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => said.error.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0)
    throw new Error(`the scripts of the pages could not be bundled:\n${Buffer.concat(said.error).toString("utf8")}`);
  const files = JSON.parse(Buffer.concat(said.out).toString("utf8")) as { path: string; text: string }[];
  const encoder = new TextEncoder();
  return files.map(({ path, text }) => ({ path, bytes: encoder.encode(text) }));
}
