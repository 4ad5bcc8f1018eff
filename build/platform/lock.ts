import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The file operations of a lock. `write` fails if the file exists, `type` is that of statfs(2). */
export interface LockFileSystem {
  makeFolder: (path: string) => void;
  write: (path: string, text: string) => void;
  remove: (path: string) => void;
  stat: (path: string) => object | undefined;
  list: (path: string) => string[];
  type: (folder: string) => number;
  listen: (server: Server, path: string) => void;
}

/**
 * Keeps other runs away while `work` runs: of this process, of other processes, and of containers on the same volume.
 *
 * Each run that wants the lock listens on a Unix socket of its own, `{file}.{machine}-{random}`, and then looks for the
 * sockets of others. It has the lock if no other accepts a connection. The kernel decides who lives: it accepts
 * connections for a process that is stopped, or that has not returned to its event loop for minutes, and refuses them from
 * the moment that a process dies, reaped or not. A socket file is found through its inode, so namespaces of processes,
 * mounts and networks make no difference. Process numbers do not cross containers, and the modification times that
 * `proper-lockfile` renews stand still while a build blocks the event loop or a machine sleeps.
 *
 * Two runs never have the lock at once:
 * - A run listens before it looks. Of two runs, the one that looks last sees the other.
 * - No name is used twice, so the removal of a dead socket cannot hit the lock of another run.
 * - Between `bind` and `listen` a socket looks dead and may be removed. Its run finds it gone after it has looked, and
 *   gives up. The run that removed it still had the lock at that time, or was seen.
 *
 * The kernel cannot tell about other machines. On a file system that machines may share (NFS, FUSE, 9p), a refused
 * connection proves a death only for a socket of this boot and this mount; any other is taken for living. Where a file
 * system has no sockets, a plain file takes the place of the socket, and is always taken for living. Either way, what a
 * crash leaves has to be deleted by hand. So has the lock of an older version: `file` itself.
 *
 * @param file path that the names of the sockets begin with; its folder is made
 * @param running makes the error for a lock that another run has, from the path of the file that stands for that run
 * @throws what `running` makes; what `work` throws; an error of the file system where neither socket nor file can be made
 */
export async function locked<T>(
  fs: LockFileSystem,
  file: string,
  running: (holder: string) => Error,
  work: () => Promise<T>,
): Promise<T> {
  fs.makeFolder(dirname(file));
  if (fs.stat(file)) throw running(file);
  const claim = await claimLock(fs, file);
  try {
    const holder = await otherHolder(fs, file, claim.path);
    if (holder !== undefined) throw running(holder);
    return await work();
  } finally {
    claim.release();
  }
}

/** For cleaning up after an error: a second error must not hide the first. */
export function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // The next run cleans up the rest.
  }
}

interface Claim {
  path: string;
  release: () => void;
}

async function claimLock(fs: LockFileSystem, file: string): Promise<Claim> {
  const random = randomBytes(6).toString("hex");
  const path = `${file}.${machineOf(dirname(file))}-${random}`;
  const server = createServer((connection) => connection.destroy()).unref();
  // An error at a later connection is ignored: the kernel has accepted it by then.
  server.on("error", () => {});
  const address = socketAddress(path);
  const release = () => {
    server.close();
    tryTo(() => fs.remove(path));
    address.close();
  };
  try {
    fs.listen(server, address.path);
    await once(server, "listening");
    return { path, release };
  } catch {
    release();
  }
  const plain = `${file}.${NO_SOCKET}-${random}`;
  fs.write(plain, "");
  return { path: plain, release: () => tryTo(() => fs.remove(plain)) };
}

/** How often a run looks whether those that came with it have given up, each time after twice as long: 254 ms in all. */
const LOOKS = 8;

/**
 * Of runs that come at once, the one with the first name stays until the others have given up. It waits only for those that
 * its first look found: a run that comes later sees this one, and gives up or waits for it. So runs that try again and again
 * cannot keep each other from the lock. What dead runs have left is removed.
 *
 * @returns the file of the run that has the lock; undefined where it is the own one
 */
async function otherHolder(fs: LockFileSystem, file: string, own: string): Promise<string | undefined> {
  const others = claimsOf(fs, file).filter((path) => path !== own);
  let living = others;
  for (let looks = 1; ; looks++) {
    const held = await Promise.all(living.map((path) => isHeld(fs, path)));
    living = living.filter((_, at) => held[at]);
    const [first] = living;
    if (first === undefined) {
      if (!fs.stat(own)) return own;
      for (const path of others) tryTo(() => fs.remove(path));
      return undefined;
    }
    if (looks === LOOKS || first < own) return first;
    await delay(2 ** looks);
  }
}

const NO_SOCKET = "no-socket";
const CLAIM = new RegExp(`^\\.([0-9a-f]{12}|${NO_SOCKET})-[0-9a-f]{12}$`);

function claimsOf(fs: LockFileSystem, file: string): string[] {
  const folder = dirname(file);
  const name = basename(file);
  const names = fs.list(folder).filter((one) => one.startsWith(name) && CLAIM.test(one.slice(name.length)));
  return names.toSorted().map((one) => join(folder, one));
}

async function isHeld(fs: LockFileSystem, path: string): Promise<boolean> {
  const machine = path.slice(path.lastIndexOf(".") + 1, path.lastIndexOf("-"));
  if (machine === NO_SOCKET) return fs.stat(path) !== undefined;
  if (await isListening(path)) return true;
  const folder = dirname(path);
  return machine !== machineOf(folder) && !isOfOneMachine(fs, folder) && fs.stat(path) !== undefined;
}

const DEAD: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ENOENT"]);

function isListening(path: string): Promise<boolean> {
  const address = socketAddress(path);
  return new Promise<boolean>((resolve) => {
    const connection = createConnection(address.path);
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
    // Without the right to connect, or with a full queue, a process may be listening.
    connection.once("error", (error: NodeJS.ErrnoException) => resolve(!DEAD.has(error.code)));
  }).finally(() => address.close());
}

/** Bytes of the path of a socket: 108 on Linux, 104 on BSD and macOS, with the zero at the end. */
const LONGEST_ADDRESS = 103;

/** A path that is not too long for a socket; on Linux, one that leads through an open folder. */
function socketAddress(path: string): { path: string; close: () => void } {
  if (Buffer.byteLength(path) <= LONGEST_ADDRESS || process.platform !== "linux") return { path, close: () => {} };
  const folder = openSync(dirname(path), "r");
  return { path: `/proc/self/fd/${folder}/${basename(path)}`, close: () => closeSync(folder) };
}

/** This start of this machine, and this mount of the folder; if the system does not show them, the name of the machine. */
function machineOf(folder: string): string {
  return createHash("sha256")
    .update(`${bootOf()} ${statSync(folder).dev}`)
    .digest("hex")
    .slice(0, 12);
}

function bootOf(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1");
  } catch {
    return hostname();
  }
}

/** Types of file systems, as statfs(2) has them, that one machine alone can have mounted. */
const OF_ONE_MACHINE: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
]);

function isOfOneMachine(fs: LockFileSystem, folder: string): boolean {
  return process.platform === "linux" && OF_ONE_MACHINE.has(fs.type(folder));
}
