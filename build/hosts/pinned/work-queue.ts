/** Limits for the amount of work that runs at the same time, and that waits. */
export interface QueueLimits {
  running: number;
  waiting: number;
  /** Limit for one client, running and waiting work together. */
  perClient: number;
}

/** Runs work in order of arrival. If a limit is reached, it returns undefined and runs nothing. */
type WorkQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result> | undefined;

/** A bounded queue in which no single client can take all places. */
export function createWorkQueue({ running, waiting, perClient }: QueueLimits): WorkQueue {
  const starts: (() => void)[] = [];
  const ofClient = new Map<string, number>();
  let active = 0;

  function release(client: string): void {
    const left = (ofClient.get(client) ?? 1) - 1;
    if (left > 0) ofClient.set(client, left);
    else ofClient.delete(client);
    const next = starts.shift();
    // The next waiting call takes the free place.
    if (next) next();
    else active--;
  }

  async function start<Result>(client: string, work: () => Promise<Result>): Promise<Result> {
    if (active < running) active++;
    else await new Promise<void>((resolve) => starts.push(resolve));
    try {
      return await work();
    } finally {
      release(client);
    }
  }

  return (client, work) => {
    const own = ofClient.get(client) ?? 0;
    if (own >= perClient || active + starts.length >= running + waiting) return undefined;
    ofClient.set(client, own + 1);
    return start(client, work);
  };
}
