import { installed } from "./installed.ts";
import { preference } from "./preferences.ts";

/** What the service worker is told; see `hosts/browser/service-worker.ts`. */
type Message = { type: "speak"; language: string };

/** What it says to that. */
interface Told {
  ok: boolean;
  error?: string;
}

/** The tag of the language that the reader reads in, which the page may not be in yet. */
export function readersLanguage(): string {
  const { lang } = document.documentElement;
  if (lang !== "en") return lang;
  return new URLSearchParams(location.search).get("lang") ?? preference("language") ?? lang;
}

/** Tells a service worker something. @returns when it has done it, or could not */
export function sendToWorker(worker: ServiceWorker, message: Message): Promise<Told> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data as Told), { once: true });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}

/** Browsers have service workers for pages from https: and from this machine only. */
export function canKeepCopy(): boolean {
  return (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined;
}

/** Keeps a copy of the data and the pages in this browser. @returns when it is whole. @throws Error where it cannot be had */
export async function keepCopy(): Promise<void> {
  const worker = await installed(await navigator.serviceWorker.register("/service-worker.js"));
  const { ok, error } = await sendToWorker(worker, { type: "speak", language: readersLanguage() });
  if (!ok) throw new Error(error);
}

/** Whether the host answers queries by itself: one that has only files needs the copy to answer them. */
export async function hostAnswers(): Promise<boolean> {
  try {
    const response = await fetch("/api/v1/stats/");
    const stats = (await response.json()) as { last_24h?: unknown };
    return typeof stats.last_24h === "object";
  } catch {
    return false;
  }
}

/** Whether the reader has asked for as little traffic as possible. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** When the page has all that it needs itself. */
export function pageLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}
