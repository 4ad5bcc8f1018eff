// The same three answers by Fastify and better-sqlite3: prepared statements, covering indexes for counting, and Fastify's
// own serialiser made from a schema. Arguments: the JSON of the events, the instant they are as of (ms), the port.
import Fastify from "fastify";
import { openDatabase } from "./rows.mjs";

const [file, asOf, port] = process.argv.slice(2);
const db = openDatabase(file);
const FIELDS = `event_id, magnitude, depth_km, latitude, longitude, place_description, occurred_at, alert_level, tsunami_flag`;
const WINDOW = "time > @since AND time <= @until AND magnitude >= @least AND magnitude <= @most";
const page = (where) =>
  db.prepare(`SELECT ${FIELDS} FROM earthquakes WHERE ${where} ORDER BY time DESC, event_id LIMIT @limit OFFSET @offset`);
const counting = (where) => db.prepare(`SELECT count(*) FROM earthquakes WHERE ${where}`).pluck();
const any = { page: page(WINDOW), count: counting(WINDOW) };
const ofCountry = {
  page: page(`country = @country AND ${WINDOW}`),
  count: counting(`country = @country AND ${WINDOW}`),
};

const number = { type: "number" };
const text = { type: "string" };
const earthquakes = {
  type: "array",
  items: {
    type: "object",
    properties: {
      event_id: text,
      magnitude: number,
      depth_km: number,
      latitude: number,
      longitude: number,
      place_description: text,
      occurred_at: text,
      alert_level: { type: ["string", "null"] },
      tsunami_flag: { type: "boolean" },
    },
  },
};
const covered = { covered_from: { type: "null" } };
const answering = (properties) => ({ schema: { response: { 200: { type: "object", properties: { ...properties, ...covered } } } } });

function bounds({ hours, least, most = 10, limit, offset = 0, country }) {
  const until = Number(asOf);
  const all = { since: until - hours * 3_600_000, until, least, most, limit, offset };
  return country === undefined ? all : { ...all, country };
}

const server = Fastify();
server.get("/api/recent/", answering({ earthquakes }), ({ query }) => {
  const { hours = 720, min_magnitude: least = 2.5, limit = 50 } = query;
  return { earthquakes: any.page.all(bounds({ hours: Number(hours), least: Number(least), limit: Number(limit) })), covered_from: null };
});
server.get("/api/v1/earthquakes/", answering({ count: number, earthquakes }), ({ query }) => {
  const { hours = 24, min_mag: least = 0, max_mag: most = 10, limit = 100, offset = 0, country } = query;
  const asked = bounds({ hours: +hours, least: +least, most: +most, limit: +limit, offset: +offset, country });
  const { page: rows, count } = country === undefined ? any : ofCountry;
  // An index has no cheaper way to count; the total is part of the answer.
  const { limit: _, offset: __, ...counted } = asked;
  return { count: count.get(counted), earthquakes: rows.all(asked), covered_from: null };
});
await server.listen({ port: Number(port), host: "127.0.0.1" });
