import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readRecord } from "../../build/tree/read.ts";

/** What cases need to know of a tree to ask for what is in it. */
export interface Facts {
  /** An event that has been known by another id as well. */
  event: { slug: string; id: string; alias: string };
  /** Path of a day shard, and of the shard of columns; with a leading slash. */
  dayShard: string;
  columns: string;
  /** Path of a file of the index. */
  indexFile: string;
}

export async function factsOf(dir: string): Promise<Facts> {
  const { snapshot } = await readRecord(dir);
  const [indexFile] = readdirSync(join(dir, "index")).filter((name) => name.endsWith(".json"));
  const { days, columns } = snapshot.shards;
  return { event: eventOf(dir), dayShard: `/${days[0]?.path}`, columns: `/${columns[0]}`, indexFile: `/index/${indexFile}` };
}

function eventOf(dir: string): Facts["event"] {
  const folder = join(dir, "api/v1/earthquakes");
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".json")) continue;
    const detail = JSON.parse(readFileSync(join(folder, name), "utf8")) as { event_id: string; slug: string; aliases: string[] };
    const alias = detail.aliases.find((id) => /^[a-z0-9]+$/.test(id));
    if (alias !== undefined && /^[a-z0-9]+$/.test(detail.event_id)) return { slug: detail.slug, id: detail.event_id, alias };
  }
  throw new Error(`no event of ${dir} has an alias`);
}
