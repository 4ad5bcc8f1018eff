import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { TreeFileSystem } from "./file-system.ts";

export type LockFileSystem = Pick<TreeFileSystem, "makeFolder" | "write" | "remove" | "stat" | "list" | "type" | "listen">;

/**
 * Runs `work` while no other run has the same lock: in this process, in other processes, and in containers on the same volume.
 *
 * Each run that wants the lock listens on a Unix socket of its own, `{file}.{machine}-{random}`. Then it looks for the sockets of
 * other runs. It has the lock if none of them accepts a connection. So the kernel decides which processes are alive: it accepts
 * connections for a process that is stopped, or that has been blocking its event loop for minutes. It refuses connections as soon
 * as a process has died, even before its parent has reaped it. A socket file is found through its inode, so namespaces of
 * processes, mounts and networks make no difference. Other methods are not sufficient: process numbers differ between containers,
 * and `proper-lockfile` cannot update its modification times while a build blocks the event loop or the machine sleeps.
 *
 * Two runs never have the lock at the same time:
 * - A run listens before it looks. Of two runs, the one that looks later sees the other.
 * - No socket name is used twice, so the removal of a dead socket cannot affect the lock of another run.
 * - Between `bind` and `listen` a socket looks dead and another run may remove it. Its own run checks after the look whether the
 *   socket still exists, and gives up if it does not. The run that removed it still had the lock at that time, or was seen.
 *
 * The kernel has no information about other machines. On a file system that several machines may share (NFS, FUSE, 9p), a refused
 * connection proves that a run is dead only if its socket is from this boot and this mount; any other run counts as alive. On a
 * file system without sockets, a plain file replaces the socket, and its run always counts as alive. In both cases the user must
 * delete the remains of a crash by hand.
 *
 * @param file path with which the names of the sockets begin; its folder is created
 * @param running makes the error for a lock that another run has, from the path of that run's socket or file
 * @throws the error of `running`; the errors of `work`; an error of the file system if neither a socket nor a file can be created
 */
export async function locked<T>(fs: LockFileSystem, file: string, running: (holder: string) => Error, work: () => Promise<T>): Promise<T> {
  fs.makeFolder(dirname(file));
  const claim = await claimLock(fs, file);
  try {
    const holder = await otherHolder(fs, file, claim.path);
    if (holder !== undefined) throw running(holder);
    return await work();
  } finally {
    claim.release();
  }
}

/** For cleaning up after an error: a second error must not replace the first. */
export function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch {
    // The next run removes what remains.
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
  // An error of a later connection is ignored: at that time the kernel has already accepted it.
  server.on("error", () => {});
  const address = socketAddress(path);
  const release = () => {
    server.close();
    ignoringErrors(() => fs.remove(path));
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
  return { path: plain, release: () => ignoringErrors(() => fs.remove(plain)) };
}

/**
 * Number of times that a run checks whether simultaneous runs have given up. Each wait is twice as long as the previous one: 254 ms
 * in total.
 */
const LOOKS = 8;

/**
 * If several runs start at the same time, the run with the first name waits until the others have given up. It waits only for runs
 * that its first check found: a run that starts later sees this one, and gives up or waits for it. So runs that retry again and
 * again cannot prevent each other from getting the lock. The sockets of dead runs are removed.
 *
 * @returns the file of the run that has the lock; the own file if another run removed it; undefined if this run has the lock
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
      for (const path of others) ignoringErrors(() => fs.remove(path));
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
    // On other errors, such as a missing permission or a full queue, a process may be listening.
    connection.once("error", (error: NodeJS.ErrnoException) => resolve(!DEAD.has(error.code)));
  }).finally(() => address.close());
}

/** Largest length of a socket's path, bytes. The limit with the final zero byte is 108 on Linux, 104 on BSD and macOS. */
const LONGEST_ADDRESS = 103;

/** A path that is short enough for a socket. On Linux it may lead through an open folder. */
function socketAddress(path: string): { path: string; close: () => void } {
  if (Buffer.byteLength(path) <= LONGEST_ADDRESS || process.platform !== "linux") return { path, close: () => {} };
  const folder = openSync(dirname(path), "r");
  return { path: `/proc/self/fd/${folder}/${basename(path)}`, close: () => closeSync(folder) };
}

/**
 * Identifies this boot of this machine and this mount of the folder. If the system does not provide them, it is the name of the
 * machine.
 */
function machineOf(folder: string): string {
  return shortHash(`${bootOf()} ${statSync(folder).dev}`);
}

/**
 * Identifies the runs that a lock in this folder excludes: of this boot of this machine, with this folder, by this user. It is hashed,
 * because anybody may read it. Services and containers with a folder of their own have other scopes.
 */
export function lockScope(folder: string): string {
  const { dev, ino } = statSync(folder);
  return shortHash(`quaketree ${bootOf()} ${dev} ${ino} ${process.getuid?.()}`);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

function bootOf(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1");
  } catch {
    return hostname();
  }
}

/** Types of file systems, as in statfs(2), that only one machine can have mounted. */
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
