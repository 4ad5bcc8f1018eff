/** A page of a listing. */
export interface ListPage {
  objects: { key: string; bytes: number; etag: string; modified: number }[];
  /** What to ask for the next page with; undefined for the last. */
  next: string | undefined;
}

/**
 * Reads the answer to `ListObjectsV2`. It is always of one shape, so regular expressions do; whatever is not of that shape is an
 * error and never a shorter list.
 *
 * @throws Error saying what is wrong
 */
export function parseList(xml: string): ListPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml)) throw new Error("is not a whole listing");
  const [, ...blocks] = xml.split("<Contents>");
  const next = field(xml, "NextContinuationToken");
  if (field(xml, "IsTruncated") === "true" && next === undefined) throw new Error("has more, and does not say where");
  return { objects: blocks.map(parseObject), next: field(xml, "IsTruncated") === "true" ? next : undefined };
}

function parseObject(block: string): ListPage["objects"][number] {
  const end = block.indexOf("</Contents>");
  if (end < 0) throw new Error("has a broken entry");
  const entry = block.slice(0, end);
  const key = field(entry, "Key");
  const etag = field(entry, "ETag");
  const bytes = Number(field(entry, "Size") ?? Number.NaN);
  const modified = Date.parse(field(entry, "LastModified") ?? "");
  if (key === undefined || !Number.isSafeInteger(bytes) || Number.isNaN(modified))
    throw new Error("has a broken entry");
  return { key, bytes, etag: quoted(etag ?? ""), modified };
}

/** Some stores leave the quotes of an ETag out. */
function quoted(etag: string): string {
  return etag.startsWith('"') ? etag : `"${etag}"`;
}

function field(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : unescaped(found);
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
