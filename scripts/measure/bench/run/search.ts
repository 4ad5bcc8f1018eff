import { createRequire } from "node:module";
import { join } from "node:path";
import { fold, words } from "../../../../build/contract/wire/fold.ts";
import { type BenchEvent, syntheticEvents } from "../events.ts";
import { selection } from "../ours.ts";
import type { BenchQuery } from "../queries.ts";
import { classOf, foundRecord } from "../records.ts";
import { type Cost, costOf } from "../timing.ts";
import { benchShards, snapshotInMemory } from "../tree.ts";

/** One search by us and by SQLite. */
export interface SearchCost {
  q: string;
  what: string;
  ours: Cost;
  fts5: Cost;
}

/** What is used of better-sqlite3. */
interface Statement {
  run: (...values: unknown[]) => void;
  pluck: () => { all: (...values: unknown[]) => unknown[] };
}
interface SqliteDatabase {
  exec: (sql: string) => void;
  prepare: (sql: string) => Statement;
}

const ROUNDS = 3;

function openFullText(peers: string, events: readonly BenchEvent[]): SqliteDatabase {
  const Database = createRequire(join(peers, "package.json"))("better-sqlite3") as new (name: string) => SqliteDatabase;
  const db = new Database(":memory:");
  // `words` has blanks around every word, so that whole words are told apart as cheaply as SQLite can.
  db.exec(`CREATE VIRTUAL TABLE places USING fts5(place, words UNINDEXED, cls UNINDEXED, record UNINDEXED, tokenize='trigram')`);
  const insert = db.prepare("INSERT INTO places VALUES (?, ?, ?, ?)");
  db.exec("BEGIN");
  for (const event of events) {
    const folded = fold(event.place);
    insert.run(folded, ` ${words(folded).join(" ")} `, classOf(event), JSON.stringify(foundRecord(event)));
  }
  db.exec("COMMIT; INSERT INTO places(places) VALUES ('optimize')");
  return db;
}

/** The trigram index finds what has three letters; two are a scan by LIKE, which SQLite chooses itself. */
function searchFullText(db: SqliteDatabase, q: string): () => string {
  const find = db
    .prepare(`SELECT record FROM places WHERE place LIKE '%' || @q || '%' ORDER BY instr(words, ' ' || @q || ' ') = 0, cls, rowid LIMIT 50`)
    .pluck();
  return () => `{"results":[${find.all({ q }).join(",")}]}`;
}

/** The two neighbouring letters that stand in most place names. */
function commonestLetters(events: readonly BenchEvent[]): string {
  const counts = new Map<string, number>();
  for (const { place } of events) {
    const pairs = new Set(words(fold(place)).flatMap((word) => [...word].slice(1).map((_, at) => word.slice(at, at + 2))));
    for (const pair of pairs) if (/^[a-z]{2}$/.test(pair)) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return Array.from(counts).toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "of";
}

async function measure(count: number, peers: string): Promise<SearchCost[]> {
  const events = syntheticEvents(count);
  const snapshot = await snapshotInMemory(benchShards(events));
  const db = openFullText(peers, events);
  const asked: [q: string, what: string][] = [
    [commonestLetters(events), "the commonest two letters"],
    ["alaska", "a common word"],
    ["hualien", "a rare word"],
  ];
  const rounds: SearchCost[][] = asked.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, [q, what]] of asked.entries()) {
      const query: BenchQuery = { name: what, endpoint: "search", query: `q=${q}` };
      const ours = selection(snapshot, query);
      const fts5 = searchFullText(db, q);
      if (new TextDecoder().decode(ours()) !== fts5()) throw new Error(`the answers to ${q} differ`);
      rounds[at]?.push({
        q,
        what,
        ours: costOf(ours, { ms: 400, calls: 30_000 }),
        fts5: costOf(fts5, { ms: 400, calls: 30_000 }),
      });
    }
  }
  return rounds.map((found) => found.toSorted((a, b) => a.fts5.p50 / a.ours.p50 - b.fts5.p50 / b.ours.p50)[1] as SearchCost);
}

const [, , count, peers = ""] = process.argv;
process.stdout.write(JSON.stringify(await measure(Number(count), peers)));
