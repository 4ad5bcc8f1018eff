import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inject } from "vitest";

/** The nginx module that sends `.br` files. */
const { nginxBrotli } = inject("programs");

export interface Running {
  port: number;
  /** What it complained of. */
  complaints: () => string;
  stop: () => Promise<void>;
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** Debian's nginx with a configuration of ours in its `http` block, all its files in a folder of the test. */
export async function startNginx(dir: string, configuration: string, port: number): Promise<Running> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "quaketree.conf"), configuration);
  writeFileSync(join(dir, "nginx.conf"), mainConfiguration(dir));
  const args = ["-p", `${dir}/`, "-c", join(dir, "nginx.conf"), "-e", "stderr"];
  const tested = spawnSync("nginx", [...args, "-t"], { encoding: "utf8" });
  if (tested.status !== 0 || /\[(?:warn|emerg|error)\]/.test(tested.stderr)) throw new Error(tested.stderr);
  return started(spawn("nginx", args, { stdio: ["ignore", "ignore", "pipe"] }), port, "SIGQUIT");
}

function mainConfiguration(dir: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `  ${name}_temp_path ${join(dir, name)};`);
  return [
    nginxBrotli ? `load_module ${nginxBrotli};` : "",
    // Started by root it would change to a user who may not read the folder of a test.
    process.getuid?.() === 0 ? `user ${userInfo().username};` : "",
    "daemon off; worker_processes 1; pcre_jit on;",
    `pid ${join(dir, "nginx.pid")};`,
    "events { worker_connections 256; }",
    "http {",
    "  access_log off;",
    ...temporary,
    `  include ${join(dir, "quaketree.conf")};`,
    "}",
  ].join("\n");
}

/** Waits until a server that was just started listens. */
async function started(child: ChildProcess, port: number, signal: NodeJS.Signals): Promise<Running> {
  let complaints = "";
  child.stderr?.on("data", (part: Buffer) => void (complaints += part));
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    child.kill(signal);
    await ended;
  };
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`it ended at once: ${complaints}`);
    const answers = await fetch(`http://127.0.0.1:${port}/snapshot.json`, { method: "HEAD" }).catch(() => undefined);
    if (answers) return { port, complaints: () => complaints, stop };
    await delay(50);
  }
  await stop();
  throw new Error(`no program listens on ${port}: ${complaints}`);
}
