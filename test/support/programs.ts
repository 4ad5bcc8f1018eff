import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where the Debian package keeps the nginx module that sends `.br` files. */
const BROTLI_MODULE = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so";

/** Where Debian keeps the modules of its Python that the recipes use. GeoPandas needs pandas. */
const MODULES = ["geopandas", "feedparser"].map((name) => `/usr/lib/python3/dist-packages/${name}`);

/** How to find each program that the tests use besides Node. `scripts/ci/install-programs` installs all of them on Debian. */
const SEARCHES = {
  nginx: (env) => inPath("nginx", env),
  nginxBrotli: () => (existsSync(BROTLI_MODULE) ? BROTLI_MODULE : undefined),
  apache: (env) => inPath("apache2", env),
  caddy: (env) => inPath("caddy", env),
  chromium: (env) => env["CHROMIUM_PATH"] ?? inPath("chromium", env),
  gdal: (env) => inPath("ogrinfo", env) && inPath("ogr2ogr", env),
  gmt: (env) => inPath("gs", env) && inPath("gmt", env),
  systemdAnalyze: (env) => inPath("systemd-analyze", env),
  promtool: (env) => inPath("promtool", env),
  bash: (env) => inPath("bash", env),
  curl: (env) => inPath("curl", env),
  python3: (env) => inPath("python3", env),
  geopandas: () => (MODULES.every((folder) => existsSync(folder)) ? "/usr/bin/python3" : undefined),
  sf: (env) => (existsSync("/usr/lib/R/site-library/sf") ? inPath("Rscript", env) : undefined),
} satisfies Record<string, (env: NodeJS.ProcessEnv) => string | undefined>;

/** Path of each program on this machine; without those that are absent. */
export type Programs = { [Name in keyof typeof SEARCHES]?: string };

declare module "vitest" {
  interface ProvidedContext {
    /** Tests that need a program are skipped where it is absent. */
    programs: Programs;
  }
}

/**
 * Looks for the programs and reports the absent ones in one line.
 *
 * @param report takes the line, without a line feed
 * @throws Error where one is absent and the environment variable `REQUIRE_PROGRAMS` is set, as in CI
 */
export function findPrograms(env: NodeJS.ProcessEnv, report: (line: string) => void): Programs {
  const found = Object.entries(SEARCHES).map(([name, find]) => [name, find(env)] as const);
  const absent = found.filter(([, path]) => path === undefined).map(([name]) => name);
  if (absent.length > 0) {
    const message = `not installed: ${absent.join(", ")} (scripts/ci/install-programs installs them on Debian)`;
    if (env["REQUIRE_PROGRAMS"]) throw new Error(message);
    report(`SKIPPED: the tests that need what is ${message}`);
  }
  return Object.fromEntries(found.filter(([, path]) => path !== undefined));
}

function inPath(program: string, env: NodeJS.ProcessEnv): string | undefined {
  const candidates = (env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, program));
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
