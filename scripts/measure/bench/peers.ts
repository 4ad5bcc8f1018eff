import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const SOURCE = "scripts/measure/bench/peers";

/**
 * The folder where the programs that we compare with are installed, out of the product's dependencies and out of git. The
 * first time this takes a while: where no binary of better-sqlite3 can be had it is compiled.
 *
 * @returns undefined, after a line that says why, where they cannot be installed
 */
export function installPeers(say: (line: string) => void): string | undefined {
  const lock = readFileSync(join(SOURCE, "package-lock.json"));
  const key = createHash("sha256").update(lock).update(process.versions.modules).digest("hex").slice(0, 16);
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "quaketree-bench");
  const folder = join(cache, `peers-${key}`);
  if (!existsSync(folder)) {
    say("installing the programs to compare with (once; minutes where better-sqlite3 has to be compiled)");
    const staging = `${folder}.next-${process.pid}`;
    mkdirSync(staging, { recursive: true });
    for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(SOURCE, name), join(staging, name));
    const npm = spawnSync("npm", ["ci", "--no-fund", "--no-audit"], {
      cwd: staging,
      encoding: "utf8",
      env: { ...process.env, JOBS: "max" },
    });
    if (npm.status !== 0) {
      rmSync(staging, { recursive: true, force: true });
      say(`they cannot be installed, so they are left out: ${npm.stderr.trim().split("\n").at(-1) ?? npm.error?.message}`);
      return undefined;
    }
    renameSync(staging, folder);
  }
  for (const name of readdirSync(SOURCE)) copyFileSync(join(SOURCE, name), join(folder, name));
  return folder;
}
