/** How much work runs at once, and how much may wait. */
export interface QueueLimits {
  running: number;
  waiting: number;
  /** Running and waiting, for one client. */
  perClient: number;
}

/** Runs work in order of arrival; returns undefined, and runs nothing, if a limit is reached. */
type WorkQueue = <Result>(client: string, work: () => Promise<Result>) => Promise<Result> | undefined;

/** A bounded queue in which no client can take all places. */
export function createWorkQueue({ running, waiting, perClient }: QueueLimits): WorkQueue {
  const starts: (() => void)[] = [];
  const ofClient = new Map<string, number>();
  let active = 0;

  function release(client: string): void {
    const left = (ofClient.get(client) ?? 1) - 1;
    if (left > 0) ofClient.set(client, left);
    else ofClient.delete(client);
    const next = starts.shift();
    // A waiting call takes over the place.
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
