/** Runs a limited number of tasks concurrently, so that their memory stays bounded. */
interface Pool {
  /** Waits for a free place, starts the task, and returns. Throws the error of an earlier task. */
  add: (task: () => Promise<void>) => Promise<void>;
  /** Waits for all tasks. Throws the first error. */
  drain: () => Promise<void>;
}

export function createPool(width: number): Pool {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];

  function start(task: () => Promise<void>): void {
    const run: Promise<void> = task()
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    async add(task) {
      while (running.size >= width) await Promise.race(running);
      if (failures.length > 0) throw failures[0];
      start(task);
    },
    async drain() {
      await Promise.all(running);
      if (failures.length > 0) throw failures[0];
    },
  };
}
