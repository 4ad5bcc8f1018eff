import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS } from "../../../build/platform/time.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { AS_OF, countryOf } from "./synthetic.ts";

const DEBIAN = "/usr/lib/postgresql";

/** So long a client puts the queries in one connection. */
const SECONDS = 20;

/** An event as text, in SQL: the columns of the text format of the service. It is in a view, since pgbench takes `:MI` for a variable. */
const TIME = `to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`;
const ROW =
  `concat_ws('|', id, ${TIME}, latitude, longitude, depth, ` + "network, network, network, id, magnitude_type, magnitude, network, place)";

const SCHEMA = `
CREATE EXTENSION postgis;
CREATE TABLE events (id text, time timestamptz, latitude float8, longitude float8, depth float8, magnitude float8,
  magnitude_type text, network text, place text, type text, country text);
\\copy events FROM 'events.csv' CSV
ALTER TABLE events ADD COLUMN position geography(Point);
UPDATE events SET position = ST_MakePoint(longitude, latitude)::geography;
ALTER TABLE events ADD PRIMARY KEY (id);
CREATE INDEX ON events (time DESC);
CREATE INDEX ON events (magnitude DESC, time DESC);
CREATE INDEX ON events (country, time DESC);
CREATE INDEX ON events USING gist (position);
CREATE INDEX ON events USING gist ((position::geometry));
CREATE VIEW lines AS SELECT *, ${ROW} AS line FROM events;
VACUUM FULL ANALYZE events;
`;

/**
 * Answers queries of the event service from a new PostgreSQL cluster with the same events: prepared statements over its socket, with
 * indexes of time, magnitude, country and position.
 *
 * @param queries with the parameters of `usualQueries`
 * @returns answers a second of processor time of the server, and the number of rows of each answer
 */
export function measurePostgis(events: readonly UsgsEvent[], queries: readonly string[]): { rate: number; rows: number[] } {
  const version = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted().at(-1) : undefined;
  if (version === undefined) throw new Error("PostgreSQL is missing: apt-get install postgresql-15-postgis-3");
  const dir = mkdtempSync(join(tmpdir(), "postgis-"));
  // The server refuses to run as root.
  const owner = process.getuid?.() === 0 ? idOf("postgres") : undefined;
  const run = (program: string, args: readonly string[], input = "") => {
    const path = join(DEBIAN, version, "bin", program);
    const { status, stdout, stderr } = spawnSync(path, args, { cwd: dir, input, encoding: "utf8", ...owner });
    if (status !== 0) throw new Error(`${program} fails: ${stderr || stdout}`);
    return stdout;
  };
  const sql = (text: string) => run("psql", ["-h", dir, "-d", "postgres", "-v", "ON_ERROR_STOP=1", "-qAt"], text);
  try {
    mkdirSync(join(dir, "scripts"));
    if (owner) chownSync(dir, owner.uid, owner.gid);
    writeFileSync(join(dir, "events.csv"), events.map(csvOf).join(""));
    run("initdb", ["-D", "data", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
    const settings = `-k ${dir} -c listen_addresses= -c shared_buffers=512MB -c work_mem=64MB -c fsync=off -c jit=off`;
    run("pg_ctl", ["-D", "data", "-w", "-s", "-l", "log", "-o", settings, "start"]);
    try {
      sql(SCHEMA);
      const statements = queries.map(statementOf);
      const rows = statements.map((one) => sql(one).split("\n").length - 1);
      const files = statements.map((one, at) => {
        const file = join(dir, "scripts", `${at}.sql`);
        writeFileSync(file, `${one}\n`);
        return `-f${file}`;
      });
      const bench = (seconds: number) => run("pgbench", ["-h", dir, "-n", "-Mprepared", `-T${seconds}`, ...files, "postgres"]);
      bench(2);
      awaitEnd();
      const pid = readFileSync(join(dir, "data", "postmaster.pid"), "utf8").split("\n")[0] ?? "";
      const before = processorOf(pid);
      const done = Number(/transactions actually processed: (\d+)/.exec(bench(SECONDS))?.[1]);
      awaitEnd();
      return { rate: done / (processorOf(pid) - before), rows };
    } finally {
      run("pg_ctl", ["-D", "data", "-s", "-m", "immediate", "stop"]);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
}

function idOf(user: string): { uid: number; gid: number } {
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(spawnSync("id", [flag, user], { encoding: "utf8" }).stdout));
  return { uid: uid as number, gid: gid as number };
}

/** The processor time of a connection is that of the server only after its process has ended. */
function awaitEnd(): void {
  spawnSync("sleep", ["1"]);
}

/** The processor time of a process and of its children that have ended, s: a hundredth is the clock tick of Linux. */
function processorOf(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function csvOf({ id, time, latitude, longitude, depthKm, magnitude, magnitudeType, place, type }: UsgsEvent): string {
  const country = countryOf(latitude ?? 0, longitude ?? 0);
  const position = [latitude, longitude, depthKm, magnitude, magnitudeType];
  const values = [id, new Date(time).toISOString(), ...position, id.slice(0, 2), `"${place}"`, type, country];
  return `${values.map((value) => value ?? "").join(",")}\n`;
}

/** m of a degree on the sphere of PostGIS, whose radius is 6371008.77 m. */
const DEGREE = 111_195.08;

/** The SQL of a query as the service understands it: without a start time the last 30 days. */
function statementOf(query: string): string {
  const given = Object.fromEntries(new URLSearchParams(query.slice(query.indexOf("?"))));
  const [start, end] = [Date.parse(given["starttime"] ?? "") || AS_OF - 30 * DAY_MS, Date.parse(given["endtime"] ?? "")];
  const tests = [`time >= to_timestamp(${start / 1000})`, ...(end ? [`time <= to_timestamp(${end / 1000})`] : [])];
  const add = (name: string, sql: (value: string) => string) => {
    const value = given[name];
    if (value !== undefined) tests.push(sql(value));
  };
  add("minmagnitude", (least) => `magnitude >= ${least}`);
  add("eventtype", (type) => `type = '${type}'`);
  add("country", (country) => `country = '${country}'`);
  add("minlatitude", (south) => {
    const [west, east, north] = ["minlongitude", "maxlongitude", "maxlatitude"].map((name) => given[name]);
    return `CAST(position AS geometry) && ST_MakeEnvelope(${west}, ${south}, ${east}, ${north}, 4326)`;
  });
  add("maxradius", (radius) => {
    const centre = `CAST(ST_MakePoint(${given["longitude"]}, ${given["latitude"]}) AS geography)`;
    return `ST_DWithin(position, ${centre}, ${Number(radius) * DEGREE}, false)`;
  });
  const ORDERS: Record<string, string> = { magnitude: "magnitude DESC, time DESC", "time-asc": "time" };
  const order = ORDERS[given["orderby"] ?? ""] ?? "time DESC";
  const page = `LIMIT ${given["limit"]} OFFSET ${Number(given["offset"] ?? 1) - 1}`;
  return `SELECT line FROM lines WHERE ${tests.join(" AND ")} ORDER BY ${order} ${page};`;
}
