import type { Costs } from "../../build/pages/costs/figures.ts";
import { measureHttp } from "../bench/http.ts";
import { describeMachine } from "../bench/machine.ts";
import { writeServedData } from "../bench/served-data.ts";
import { servers } from "../bench/servers.ts";
import { EVENTS } from "./events.ts";

const HOSTS = new Map([
  ["quaketree, node:http", "node"],
  ["quaketree, workerd", "workerd"],
]);

/**
 * Processor time of a request in Node and in workerd, by the benchmark's own load. Empty where `wrk` is missing.
 *
 * @param folder an empty one
 */
export async function measureProcessor(folder: string): Promise<Costs["processor"]> {
  if (describeMachine().wrk === undefined) return [];
  const all = await servers(await writeServedData(EVENTS, folder), folder, { nginx: undefined, peers: undefined });
  const { rates } = await measureHttp(
    all.filter(({ name }) => HOSTS.has(name)),
    folder,
  );
  return rates.map(({ server, query, bytes, ofCore }) => {
    const middle = ofCore.toSorted((a, b) => a - b)[Math.floor(ofCore.length / 2)] ?? 1;
    return { host: HOSTS.get(server) ?? server, query, bytes, us: Math.round((1e6 / middle) * 10) / 10 };
  });
}
