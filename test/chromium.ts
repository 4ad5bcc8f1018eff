import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const EXECUTABLE = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** Whether there is a browser to test with. In CI there has to be one. */
export const chromiumPresent = existsSync(EXECUTABLE);

if (!chromiumPresent) {
  const message = `no Chromium at ${EXECUTABLE} (set CHROMIUM_PATH, or install the Debian package chromium)`;
  if (process.env["CI"]) throw new Error(message);
  process.stderr.write(`\nSKIPPED: the tests in a real browser, ${message}\n`);
}

/** A headless browser that asks nobody for anything by itself. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: EXECUTABLE,
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
