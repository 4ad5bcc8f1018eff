/** The host refuses work. The message is for the client. */
export class BusyError extends Error {}

/** The message where other work has all places. */
export const FULL = "The host is busy answering other queries.";

/** Limits for the amount of work that runs at the same time, and that waits. */
export interface QueueLimits {
  running: number;
  waiting: number;
  /** Limit for one client, running and waiting work together. */
  perClient: number;
}

/**
 * Runs work in order of arrival, that of clients without running work first. If a limit is reached, it returns undefined and runs
 * nothing.
 */
type WorkQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result> | undefined;

/** A bounded queue in which no single client can take all places. */
export function createWorkQueue({ running, waiting, perClient }: QueueLimits): WorkQueue {
  const starts: { client: string; start: () => void }[] = [];
  const ofClient = new Map<string, number>();
  const active: string[] = [];

  function release(client: string): void {
    const left = (ofClient.get(client) ?? 1) - 1;
    if (left > 0) ofClient.set(client, left);
    else ofClient.delete(client);
    active.splice(active.indexOf(client), 1);
    const fair = starts.findIndex((one) => !active.includes(one.client));
    const [next] = starts.splice(Math.max(0, fair), 1);
    // The next waiting call takes the free place at once.
    if (next) active.push(next.client);
    next?.start();
  }

  async function start<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    if (active.length < running) active.push(client);
    else await new Promise<void>((resolve) => starts.push({ client, start: resolve }));
    try {
      return await work();
    } finally {
      release(client);
    }
  }

  return (client, work) => {
    const own = ofClient.get(client) ?? 0;
    if (own >= perClient || active.length + starts.length >= running + waiting) return undefined;
    ofClient.set(client, own + 1);
    return start(client, work);
  };
}
