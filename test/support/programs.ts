import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where the Debian package keeps the nginx module that sends `.br` files. */
const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** How to find each program that the tests use besides Node. `scripts/ci/install-programs` installs all of them on Debian. */
const SEARCHES = {
  nginx: () => inPath("nginx"),
  nginxBrotli: () => (existsSync(BROTLI_MODULE) ? BROTLI_MODULE : undefined),
  chromium: () => process.env["CHROMIUM_PATH"] ?? inPath("chromium"),
  gdal: () => inPath("ogrinfo") && inPath("ogr2ogr"),
  systemdAnalyze: () => inPath("systemd-analyze"),
  bash: () => inPath("bash"),
  curl: () => inPath("curl"),
  python3: () => inPath("python3"),
};

/** Path of each program on this machine; without those that are absent. */
export type Programs = { [Name in keyof typeof SEARCHES]?: string };

declare module "vitest" {
  interface ProvidedContext {
    /** Tests that need a program are skipped where it is absent. */
    programs: Programs;
  }
}

/**
 * Looks for the programs and reports the absent ones in one line on stderr.
 *
 * @throws Error where one is absent and the environment variable `REQUIRE_PROGRAMS` is set, as in CI
 */
export function findPrograms(): Programs {
  const found = Object.entries(SEARCHES).map(([name, find]) => [name, find()] as const);
  const absent = found.filter(([, path]) => path === undefined).map(([name]) => name);
  if (absent.length > 0) {
    const message = `not installed: ${absent.join(", ")} (scripts/ci/install-programs installs them on Debian)`;
    if (process.env["REQUIRE_PROGRAMS"]) throw new Error(message);
    process.stderr.write(`SKIPPED: the tests that need what is ${message}\n`);
  }
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

function inPath(program: string): string | undefined {
  const candidates = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
  return candidates.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
