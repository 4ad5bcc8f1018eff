import type { ProcessIdentity } from "../platform/process-identity.ts";
import { PUBLISHING_FILE } from "../tree/unindexed.ts";
import { overtaken, publishing } from "./errors.ts";
import type { ObjectHeaders, PutCondition, Target } from "./target.ts";

/** Who publishes: `publishing.json`. Everybody may read it, so it names no machine. */
interface Publisher {
  /** Of this run alone. */
  run: string;
  /** The same for all processes whose numbers can be compared. */
  machine: string;
  process: ProcessIdentity;
}

export interface LockSettings {
  publisher: Publisher;
  /** Whether a process of the same `machine` lives. */
  isAlive: (process: ProcessIdentity) => boolean;
  /** ms; a monotonic clock. */
  now: () => number;
}

/** That nobody else publishes to a target, as long as it is renewed. */
export interface PublishLock {
  /** Whether a run before this one has left the target unfinished. */
  interrupted: boolean;
  /** Says now and then that this run lives. @throws UserError `publish-overtaken` */
  renew: () => Promise<void>;
  /** All is done. */
  release: () => Promise<void>;
  /** Something is left to do, and nobody does it. */
  abandon: () => Promise<void>;
}

/** Between two signs of life, and after how long without one a publisher counts for nothing; ms. */
const RENEWED_EVERY = 60_000;
const LOCK_TIMEOUT_MS = 600_000;

/** Runs of this process: its number alone cannot tell one that has failed from one that goes on. */
const running = new Set<string>();

const LARGEST = 10_000;
const HEADERS: ObjectHeaders = { contentType: "application/json", cacheControl: "no-store" };

/** Whether a run before has left the target unfinished, or is at it. */
export async function isBegun(target: Target): Promise<boolean> {
  return (await target.get(PUBLISHING_FILE, LARGEST)) !== undefined;
}

/**
 * Takes the target for this run. Where the store knows conditional writes, of two who come at once one gets it; elsewhere what
 * was written is read again, and of two who come within the same moment both may go on until the first renews.
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
  // Known before it can be seen, or another run of this process would take it for one that was left behind.
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

/** What cannot be read was cut short or is not ours, and holds nobody up for longer than its time. */
function isHeld(bytes: Buffer, age: number, { publisher, isAlive }: LockSettings): boolean {
  const holder = read(bytes);
  if (holder?.ended === true || age > LOCK_TIMEOUT_MS) return false;
  if (holder?.machine !== publisher.machine || !holder.process) return true;
  const { pid, began } = publisher.process;
  const isThis = holder.process.pid === pid && holder.process.began === began;
  return isThis ? running.has(holder.run ?? "") : isAlive(holder.process);
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
