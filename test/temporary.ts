import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder of this test file's own, removed when its tests are done. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "quaketree-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
