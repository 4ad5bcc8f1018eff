/** The members of a service worker that are used here. */
interface Installing {
  readonly state: string;
  addEventListener: (type: "statechange", listener: () => void) => void;
}

/** The members of a service worker registration that are used here. */
interface Registered<Worker extends Installing> {
  readonly active: Worker | null;
  readonly waiting: Worker | null;
  readonly installing: Worker | null;
}

/**
 * The newest worker of a registration, as soon as it can receive messages. `navigator.serviceWorker.ready` cannot be used: it never
 * resolves if the first installation fails.
 *
 * @throws Error if the installation fails
 */
export function installed<Worker extends Installing>(registered: Registered<Worker>): Promise<Worker> {
  const { active, waiting, installing } = registered;
  const worker = installing ?? waiting ?? active;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === "activating" || worker?.state === "activated") resolve(worker);
      else if (!worker || worker.state === "redundant") {
        reject(new Error("a file could not be fetched, or there is no room for it"));
      }
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}
