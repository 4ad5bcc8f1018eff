import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { HTTP_QUERIES, type HttpQuery, numbered, wrkScript } from "./http-queries.ts";
import { LOAD_CORE, onCore, type Program, startProgram } from "./programs.ts";
import type { Server, ServerName } from "./servers.ts";

/** One server under load, one figure a round. */
export interface HttpRate {
  query: string;
  server: ServerName;
  /** Bytes of the body. */
  bytes: number;
  /** Requests a second. */
  rates: number[];
  /**
   * Requests in a second of the server's own processor time. On a machine with nothing else to do it is the same; on a busy
   * one it is what a core would give.
   */
  ofCore: number[];
}

const CONNECTIONS = 32;
/** Rounds that count; one before them is for warming up. */
const ROUNDS = { quick: 3, full: 7 };
/** Of each server and query in each round. */
const SECONDS = 1;

/**
 * Puts every server under load, one at a time in turns, so that what else the machine does meets all alike. Each has one core
 * and the load comes from another.
 *
 * @param folder for scripts of `wrk`
 * @param quick fewer rounds, and only what the goals need
 * @throws Error where two servers do not give the same answer
 */
export async function measureHttp(list: readonly Server[], folder: string, quick: boolean): Promise<HttpRate[]> {
  const queries = HTTP_QUERIES.filter(({ fullOnly }) => !(quick && fullOnly));
  const running: { server: Server; program: Program }[] = [];
  try {
    for (const server of list) running.push({ server, program: await start(server) });
    const rates: HttpRate[] = [];
    for (const query of queries) {
      const asked = running.filter(({ server }) => isAsked(server, query));
      const answers = await Promise.all(asked.map(({ server, program }) => ask(server, program, query)));
      assertSame(query, answers);
      for (const [at, { server }] of asked.entries()) {
        const bytes = Buffer.byteLength(answers[at] ?? "");
        rates.push({ query: query.name, server: server.name, bytes, rates: [], ofCore: [] });
      }
    }
    for (let round = -1; round < (quick ? ROUNDS.quick : ROUNDS.full); round++) {
      for (const query of queries) {
        for (const { server, program } of running) {
          if (!isAsked(server, query)) continue;
          const { rate, ofCore } = await load(folder, program, server.target(query));
          const row = rates.find((candidate) => candidate.query === query.name && candidate.server === server.name);
          // The first turn is for warming up.
          if (round < 0 || !row) continue;
          row.rates.push(rate);
          row.ofCore.push(ofCore);
        }
      }
    }
    return rates;
  } finally {
    for (const { program } of running) await program.stop();
  }
}

function isAsked({ selects, wholeOnly }: Server, { ready, whole }: HttpQuery): boolean {
  return !(selects && ready) && !(wholeOnly && !whole);
}

function start({ command, target, cwd }: Server): Promise<Program> {
  return startProgram(command, numbered(target(HTTP_QUERIES[0] as HttpQuery)), cwd);
}

async function ask(server: Server, { port }: Program, query: HttpQuery): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}${numbered(server.target(query))}`);
  return answer.text();
}

/** Byte for byte, but for json-server, which frames and indents in its own way: there the records are compared. */
function assertSame(query: HttpQuery, answers: readonly string[]): void {
  const [first = ""] = answers;
  const { earthquakes } = JSON.parse(first) as { earthquakes: unknown[] };
  for (const answer of answers) {
    if (answer === first) continue;
    const parsed = JSON.parse(answer) as unknown;
    const same = Array.isArray(parsed) && isDeepStrictEqual(parsed.map(withoutColumns), earthquakes);
    if (!same) throw new Error(`${query.name}: the answers differ, so there is no comparison`);
  }
}

function withoutColumns(row: Record<string, unknown>): unknown {
  const { id: _, time: __, country: ___, ...record } = row;
  return record;
}

interface Load {
  rate: number;
  ofCore: number;
}

async function load(folder: string, program: Program, target: string): Promise<Load> {
  const found = await loadFor(folder, program, target, SECONDS);
  // Where 32 requests at once take longer than all the time there was, none is finished.
  return found.rate > 0 ? found : loadFor(folder, program, target, 5 * SECONDS);
}

async function loadFor(folder: string, { port, processorTime }: Program, target: string, seconds: number): Promise<Load> {
  const script = wrkScript(target);
  const file = join(folder, "wrk.lua");
  if (script !== undefined) writeFileSync(file, script);
  const url = `http://127.0.0.1:${port}${numbered(target)}`;
  const options = [`-c${CONNECTIONS}`, `-d${seconds}s`, ...(script === undefined ? [] : ["-s", file])];
  const [program, ...args] = onCore(LOAD_CORE, ["wrk", "-t1", ...options, url]);
  const before = processorTime() ?? 0;
  const { stdout } = await promisify(execFile)(program, args);
  const used = (processorTime() ?? 0) - before;
  if (/Non-2xx/.test(stdout)) throw new Error(`${target} was answered with errors under load:\n${stdout}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  return { rate, ofCore: used > 0 ? (requests * 1000) / used : rate };
}
