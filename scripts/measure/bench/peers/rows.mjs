import { readFileSync } from "node:fs";
import Database from "better-sqlite3";

/**
 * A database in memory with one row an event and an index for each way of asking.
 *
 * @param {string} file JSON: a list of `{ time, country, record }`, newest first
 */
export function openDatabase(file) {
  const db = new Database(":memory:");
  db.exec(`CREATE TABLE earthquakes (
    event_id TEXT PRIMARY KEY, time INTEGER NOT NULL, country TEXT, magnitude REAL NOT NULL, depth_km REAL NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, place_description TEXT NOT NULL, occurred_at TEXT NOT NULL,
    alert_level TEXT, tsunami_flag INTEGER NOT NULL)`);
  const insert = db.prepare(`INSERT INTO earthquakes VALUES (@event_id, @time, @country, @magnitude, @depth_km, @latitude,
    @longitude, @place_description, @occurred_at, @alert_level, @tsunami_flag)`);
  db.transaction((rows) => {
    for (const { time, country, record } of rows) {
      insert.run({ ...record, time, country, tsunami_flag: record.tsunami_flag ? 1 : 0 });
    }
  })(JSON.parse(readFileSync(file, "utf8")));
  db.exec(`CREATE INDEX by_time ON earthquakes (time DESC, event_id, magnitude);
    CREATE INDEX by_country ON earthquakes (country, time DESC, event_id, magnitude);
    ANALYZE`);
  return db;
}
