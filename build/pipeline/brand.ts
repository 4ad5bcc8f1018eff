import { readFileSync, statSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import type { Brand } from "../site/i18n/translations.ts";
import type { TreeFile } from "../tree/file.ts";
import { readyFile } from "./made-files.ts";

/** A logo is loaded with every first page. */
const MOST_BYTES = 262_144;

/** How files of pictures begin. */
const SVG = /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i;
const PNG = "89504e470d0a1a0a";

/**
 * The name, logo, colours and warning service that are configured, and their files in the tree; undefined where nothing is configured.
 *
 * @throws UserError `logo-invalid`
 */
export function brandOf({ site }: Pick<Config, "site">): { brand: Brand; files: TreeFile[] } | undefined {
  if (!site) return undefined;
  const { name, warning_service: warningService } = site;
  const logo = site.logo === undefined ? undefined : logoFile(site.logo);
  const style = site.colours && styleFile(site.colours);
  return {
    brand: { name, ...(logo && { logo: `/${logo.path}` }), ...(style && { style: `/${style.path}` }), warningService },
    files: [logo, style].filter((file) => file !== undefined),
  };
}

function styleFile({ light, dark }: { light: string; dark: string }): TreeFile {
  const colour = `light-dark(${light},${dark})`;
  const bytes = Buffer.from(`:root:root{--link:${colour};--accent:${colour}}\n`);
  return readyFile({ path: `assets/brand-${sha256(bytes).slice(0, 12)}.css`, bytes }, "day");
}

/** Changes when the file of the logo may have changed. */
export function logoState({ site }: Pick<Config, "site">): unknown {
  if (site?.logo === undefined) return null;
  const { size, mtimeMs } = statSync(site.logo, { throwIfNoEntry: false }) ?? { size: 0, mtimeMs: 0 };
  return [size, mtimeMs];
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function logoFile(path: string): TreeFile {
  const hint = "site.logo must name an SVG or PNG file of at most 256 KB";
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError("logo-invalid", `the logo ${path} cannot be read: ${codeOf(error)}`, hint);
  }
  if (bytes.length > MOST_BYTES) throw new UserError("logo-invalid", `the logo ${path} has ${bytes.length} bytes`, hint);
  const head = bytes.subarray(0, 200);
  const kind = head.toString("hex").startsWith(PNG) ? "png" : SVG.test(head.toString("utf8")) ? "svg" : undefined;
  if (!kind) throw new UserError("logo-invalid", `the logo ${path} is neither SVG nor PNG`, hint);
  return readyFile({ path: `assets/logo-${sha256(bytes).slice(0, 12)}.${kind}`, bytes }, "day");
}
