import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import { locked, lockScope } from "../platform/lock.ts";
import { PUBLISHING_FILE } from "../tree/unindexed.ts";
import { type ObjectHeaders, overtaken, type PutCondition, publishing, publishingHere, type Target } from "./target.ts";

/** The current publisher: `publishing.json`. It is public, so it names no machine. */
interface Publisher {
  /** A random id of this run. */
  run: string;
  /**
   * The same for all runs of which only one publishes at a time, because they need the same lock of this machine: an object of another
   * process with this value is of one that has ended.
   */
  machine: string;
}

export interface LockSettings {
  publisher: Publisher;
  /** ms; a monotonic clock. */
  now: () => number;
}

/** Exclusive use of a target, as long as it is renewed. */
export interface PublishLock {
  /** Whether an earlier run left the target unfinished. */
  interrupted: boolean;
  /** Updates the sign of life from time to time. @throws UserError `publish-overtaken` */
  renew: () => Promise<void>;
  /** The work is complete. */
  release: () => Promise<void>;
  /** The work is unfinished, and this run ends. */
  abandon: () => Promise<void>;
}

/** Between two signs of life, and after how long without one a publisher counts for nothing; ms. */
const RENEWED_EVERY = 60_000;
const LOCK_TIMEOUT_MS = 600_000;

/** The active runs of this process. */
const running = new Set<string>();

const LARGEST = 10_000;
const HEADERS: ObjectHeaders = { contentType: "application/json", cacheControl: "no-store" };

/**
 * Runs `work` while no other run of this user publishes to the target with the same folder for temporary files.
 *
 * @param work gets the value for `Publisher.machine`
 * @throws UserError `publish-running`; the errors of `work`
 */
export function whileAlone<T>(name: string, work: (machine: string) => Promise<T>): Promise<T> {
  const machine = lockScope(tmpdir());
  const file = join(tmpdir(), `quaketree-publishing-${machine}-${sha256(name).slice(0, 16)}`);
  return locked(
    NODE_FILE_SYSTEM,
    file,
    (holder) => publishingHere(name, holder),
    () => work(machine),
  );
}

/** Whether an earlier run left the target unfinished, or is still active. */
export async function isBegun(target: Target): Promise<boolean> {
  return (await target.get(PUBLISHING_FILE, LARGEST)) !== undefined;
}

/**
 * Locks the target for this run. If the store supports conditional writes, only one of two simultaneous runs gets the lock.
 * Otherwise the written object is read again, and of two runs within the same moment both may continue until the first renewal.
 *
 * @throws UserError `publish-running`
 */
export async function lockTarget(target: Target, settings: LockSettings): Promise<PublishLock> {
  const { publisher, now } = settings;
  const found = await target.get(PUBLISHING_FILE, LARGEST);
  if (found && isHeld(found.bytes, found.age, settings)) throw busy(target);
  const write = (ended: boolean, condition?: PutCondition) => {
    const text = `${JSON.stringify({ format: 1, ...publisher, ended })}\n`;
    return target.put(PUBLISHING_FILE, Buffer.from(text), HEADERS, condition);
  };
  // Registered before the object is written, so that another run of this process does not take it for an abandoned one.
  running.add(publisher.run);
  let etag: string;
  try {
    const put = await write(false, found ? { etag: found.etag } : "absent");
    if (put === "conflict" || !(await isOurs(target, publisher))) throw busy(target);
    etag = put.etag;
  } catch (error) {
    running.delete(publisher.run);
    throw error;
  }
  let renewedAt = now();
  return {
    interrupted: found !== undefined,
    async renew() {
      if (now() - renewedAt < RENEWED_EVERY) return;
      renewedAt = now();
      if (!(await isOurs(target, publisher))) throw overtaken(target.name);
      const renewed = await write(false, { etag });
      if (renewed === "conflict") throw overtaken(target.name);
      etag = renewed.etag;
    },
    release: () => target.remove(PUBLISHING_FILE).finally(() => running.delete(publisher.run)),
    async abandon() {
      await write(true, { etag }).finally(() => running.delete(publisher.run));
    },
  };
}

async function isOurs(target: Target, { run }: Publisher): Promise<boolean> {
  const found = await target.get(PUBLISHING_FILE, LARGEST);
  return found !== undefined && read(found.bytes)?.run === run;
}

/** An unreadable object is truncated or foreign; it counts only for the time limit. */
function isHeld(bytes: Buffer, age: number, { publisher }: LockSettings): boolean {
  const holder = read(bytes);
  if (holder?.ended === true || age > LOCK_TIMEOUT_MS) return false;
  return holder?.machine !== publisher.machine || running.has(holder.run ?? "");
}

function read(bytes: Buffer): (Partial<Publisher> & { ended?: unknown }) | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function busy(target: Target) {
  return publishing(target.name, LOCK_TIMEOUT_MS / 1000);
}
