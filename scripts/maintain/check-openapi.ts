/**
 * Checks the OpenAPI description with Redocly's recommended rules; any error or warning fails.
 * Run it with `node --import tsx scripts/maintain/check-openapi.ts`.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "../../build/answers/openapi/openapi.ts";

interface LintResult {
  totals: { errors: number; warnings: number };
  problems: { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[];
}

const CONFIG = fileURLToPath(new URL("redocly.yaml", import.meta.url));

function lint(file: string): LintResult {
  const { stdout, stderr } = spawnSync("npx", ["--no", "redocly", "lint", file, "--config", CONFIG, "--format", "json"], {
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_NOTIFICATIONS: "true" },
  });
  const start = stdout.indexOf("{");
  if (start < 0) throw new Error(`redocly said nothing to read: ${stdout}${stderr}`);
  return JSON.parse(stdout.slice(start, stdout.lastIndexOf("}") + 1)) as LintResult;
}

const folder = mkdtempSync(join(tmpdir(), "quaketree-openapi-"));
try {
  const file = join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(openApiDocument(), null, 2));
  const { totals, problems } = lint(file);
  for (const { severity, ruleId, message, location } of problems) {
    process.stdout.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ""})\n`);
  }
  process.stdout.write(`openapi: ${totals.errors} errors, ${totals.warnings} warnings\n`);
  if (totals.errors + totals.warnings > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
