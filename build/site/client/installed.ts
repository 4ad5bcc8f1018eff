/** As much of a service worker as there is to wait for. */
interface Installing {
  readonly state: string;
  addEventListener: (type: "statechange", listener: () => void) => void;
}

/** What registering gives. */
interface Registered<Worker extends Installing> {
  readonly active: Worker | null;
  readonly waiting: Worker | null;
  readonly installing: Worker | null;
}

/**
 * The worker of a registration, when it is there to be told something. `navigator.serviceWorker.ready` waits for ever where the
 * first one could not be installed.
 *
 * @throws Error where it could not be
 */
export function installed<Worker extends Installing>(registered: Registered<Worker>): Promise<Worker> {
  const { active, waiting, installing } = registered;
  const worker = active ?? waiting ?? installing;
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
