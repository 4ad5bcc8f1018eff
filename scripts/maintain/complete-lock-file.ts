/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because the registry at hand did
 * not have them: `npm ci` refuses a lock file without them, on every platform. Run it after `npm install` of a package
 * with native variants. What a name says of its platform (`linux-arm64-musl`) is all that npm needs to pass it over.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const SYSTEMS = ["android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "aix", "win32"];
const PROCESSORS = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el"];

const file = new URL("../../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };

/** The platform that a package's name ends in, or undefined for a package that is not for one platform. */
function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> | undefined {
  const words = name.split(/[/-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  if (!os || !cpu) return undefined;
  const libc = words.some((word) => word.startsWith("musl")) ? "musl" : words.includes("gnu") ? "glibc" : undefined;
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
}

const added: string[] = [];
for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const path = `node_modules/${name}`;
    const platform = platformOf(name);
    if (path in lock.packages || !platform || !/^\d/.test(version)) continue;
    lock.packages[path] = { version, ...platform, ...(dev && { dev }), optional: true };
    added.push(`${name}@${version}`);
  }
}
const root = lock.packages[""] ?? {};
const sorted = Object.entries(lock.packages)
  .filter(([path]) => path !== "")
  .toSorted(([a], [b]) => (a < b ? -1 : 1));
lock.packages = { "": root, ...Object.fromEntries(sorted) };
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(added.length === 0 ? "the lock file is complete\n" : `added ${added.join(", ")}\n`);
