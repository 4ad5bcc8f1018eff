import { thousands } from "../../build/platform/text.ts";
import { LANGUAGES } from "../../build/site/i18n/languages.ts";
import { unindexedKind } from "../../build/tree/unindexed.ts";

const TAGS = LANGUAGES.map(({ tag }) => tag).join("|");
const PAGE = new RegExp(`^(?:(?:${TAGS})/)?((?:map/|tools/)?(?:[a-z-]+/)?)index\\.html$`);

/** The kind of a file of a tree, for tables of costs. Compressed variants count as their file. */
export function kindOf(path: string): string {
  const plain = path.replace(/\.(?:br|gz)$/, "");
  const other = unindexedKind(path) ?? unindexedKind(plain);
  if (other) return other.owner;
  if (!plain.includes("/") && !plain.endsWith(".html")) return plain;
  const [first = "", second = ""] = plain.split("/");
  const page = PAGE.exec(plain)?.[1];
  if (page !== undefined && !ROOMS.has(first)) return page === "" ? "start pages" : `${page} pages`;
  if (first === "api") return plain.split("/").length > 3 ? `api/${second}/${plain.split("/")[2]}/…` : `api/…`;
  if (plain.endsWith(".html")) return plain.split("/").length > 2 ? `${first}/…/ pages` : `lists of ${first}`;
  return `${first}/…`;
}

const ROOMS: ReadonlySet<string> = new Set(["earthquakes", "countries", "plates", "glossary"]);

/** A line for each kind with the number of files and their bytes, the largest first. @param more other sums */
export function tableOf(files: readonly { kind: string; bytes: number; compressed?: number }[]): string[] {
  const kinds = new Map<string, { files: number; bytes: number; compressed: number }>();
  for (const { kind, bytes, compressed = 0 } of files) {
    const sum = kinds.get(kind) ?? { files: 0, bytes: 0, compressed: 0 };
    kinds.set(kind, { files: sum.files + 1, bytes: sum.bytes + bytes, compressed: sum.compressed + compressed });
  }
  const sorted = [...kinds].toSorted((a, b) => b[1].compressed - a[1].compressed || b[1].bytes - a[1].bytes);
  return sorted.map(([kind, { files: count, bytes, compressed }]) => {
    const columns = [thousands(count).padStart(7), thousands(bytes).padStart(12)];
    if (compressed > 0) columns.push(thousands(compressed).padStart(11));
    return `${kind.padEnd(32)} ${columns.join(" ")}`;
  });
}
