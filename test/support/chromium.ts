import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** Starts a headless Chromium that sends no requests of its own. */
export function launchChromium(): Promise<Browser> {
  const { chromium: executablePath = "chromium" } = inject("programs");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
