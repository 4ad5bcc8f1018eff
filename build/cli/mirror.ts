import { type Command, InvalidArgumentError } from "commander";
import type { CliContext } from "./context.ts";
import { several, VERIFY_KEY_OPTION } from "./keygen.ts";
import { ENDPOINT } from "./shared.ts";

interface MirrorOptions {
  verifyKey?: string[];
  watch?: boolean;
  every: number;
  maxBytes?: number;
  endpoint?: string;
  json?: boolean;
}

/** Seconds between two looks unless it is said: as often as a publisher can usefully rebuild. */
const EVERY = 60;
const UNITS: Record<string, number> = { "": 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Adds `quaketree mirror`. @param contextOf what the command may use of the process */
export function addMirrorCommand(program: Command, contextOf: (options: { json?: boolean }) => CliContext): void {
  program
    .command("mirror")
    .description(
      "Copy a tree from a host, a static host or a folder, or bring the copy up to date. Every byte is checked before any of it is visible; what was interrupted is gone on with.",
    )
    .argument("<from>", "address or folder of the tree: https://quakes.example/, s3://quakes, /media/stick/dist")
    .argument("<dir>", "folder of the copy")
    .option(...VERIFY_KEY_OPTION, several)
    .option("--watch", "go on: look for a newer snapshot again and again")
    .option("--every <seconds>", "with --watch: between two looks", parseSeconds, EVERY)
    .option("--max-bytes <size>", "refuse a tree that is larger, like 500MB (default: 8GB)", parseSize)
    .option(...ENDPOINT)
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(async (from: string, dir: string, options: MirrorOptions) => {
      const { verifyKeysOf } = await import("./keys.ts");
      const { runMirror } = await import("./run-mirror.ts");
      const keys = verifyKeysOf(options.verifyKey ?? []);
      const every = options.watch ? options.every : undefined;
      await runMirror(
        { from, dir, keys, maxBytes: options.maxBytes, every, endpoint: options.endpoint },
        contextOf(options),
      );
    });
}

const HELP = `
Exit code: 0 where the copy is as the origin has it, 1 where it could not be brought up to date (the copy stays as it was),
3 where it was, but the origin has had nothing new for longer than its publisher promises.

Example:
  $ quaketree mirror https://quakes.example/ copy --verify-key quakes.pub --watch
  $ quaketree serve copy`;

function parseSeconds(given: string): number {
  if (/^\d{1,6}$/.test(given) && Number(given) >= 1) return Number(given);
  throw new InvalidArgumentError("It has to be a whole number of seconds from 1.");
}

function parseSize(given: string): number {
  const [, count, unit = ""] = /^(\d{1,15})([kMGT]B)?$/.exec(given) ?? [];
  if (count !== undefined) return Number(count) * (UNITS[unit] ?? 1);
  throw new InvalidArgumentError("It has to be a number of bytes, or one with kB, MB, GB or TB.");
}
