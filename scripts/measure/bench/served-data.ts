import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { respond } from "../../../build/rewrite/respond.ts";
import { writeTree } from "../../../build/tree/write-tree.ts";
import { AS_OF, syntheticEvents } from "./events.ts";
import { HTTP_QUERIES, numbered } from "./http-queries.ts";
import { answerFromObjects, objectData } from "./objects.ts";
import { QUERIES } from "./queries.ts";
import { listRecord } from "./records.ts";
import { benchShards, snapshotInMemory } from "./tree.ts";

/** The same events as every server wants to have them. */
export interface ServedData {
  /** A tree, for our hosts. */
  tree: string;
  /** A folder with the bodies as files, for nginx. */
  files: string;
  /** A list of rows, for SQLite. */
  rows: string;
  /** A database of json-server. */
  database: string;
  /** What a Worker parses. */
  objects: string;
}

/** Writes everything that is served into a folder. */
export async function writeServedData(count: number, folder: string): Promise<ServedData> {
  const events = syntheticEvents(count);
  const shards = benchShards(events);
  const places = {
    tree: join(folder, "tree"),
    files: join(folder, "files"),
    rows: join(folder, "rows.json"),
    database: join(folder, "database.json"),
    objects: join(folder, "objects.json"),
  };
  const [byDefault] = QUERIES;
  if (!byDefault) throw new Error("there is no default query");
  const data = objectData(events);
  const recent = new TextEncoder().encode(answerFromObjects(byDefault)(data));
  await writeTree({
    out: places.tree,
    files: [
      ...shards.files.map(({ path, bytes }) => ({ path, bytes, section: "shards", cache: "immutable", compress: false }) as const),
      { path: "api/recent.json", bytes: () => recent, section: "api", cache: "minute", compress: true },
    ],
    snapshot: { as_of: new Date(AS_OF).toISOString(), sources: [], shards: shards.manifest },
  });
  // Started by root, nginx reads as another user.
  chmodSync(folder, 0o755);
  mkdirSync(places.files);
  const snapshot = await snapshotInMemory(shards);
  for (const { path, file } of HTTP_QUERIES) {
    const reply = await respond(snapshot, { method: "GET", target: numbered(path) });
    writeFileSync(join(places.files, file), reply.kind === "body" ? reply.body : recent);
  }
  const rows = events.map((event) => ({ time: event.time, country: event.country, record: listRecord(event) }));
  writeFileSync(places.rows, JSON.stringify(rows));
  const earthquakes = rows.map(({ time, country, record }) => ({ id: record.event_id, time, country, ...record }));
  writeFileSync(places.database, JSON.stringify({ earthquakes }));
  writeFileSync(places.objects, JSON.stringify(data));
  return places;
}
