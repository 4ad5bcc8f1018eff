import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import { preparedFile } from "../../../build/platform/prepared-files.ts";
import { COMPATIBILITY_DATE, WORKER_SCRIPT } from "../../../build/publish/worker/deployment.ts";
import type { ServedData } from "./served-data.ts";

/** The runtime itself, which Miniflare brings; what Miniflare puts before a Worker takes many times as long as the Worker. */
const WORKERD = "node_modules/workerd/bin/workerd";

/** The command that starts a Worker at a port. */
export type WorkerCommand = (port: number) => readonly string[];

/**
 * Our Worker over a tree, and one that parses the JSON of all events for each request; both in workerd alone, with a folder
 * as their assets.
 *
 * @returns undefined where workerd is not installed
 */
export async function workerCommands(
  data: ServedData,
  folder: string,
): Promise<{ ours: WorkerCommand; parsing: WorkerCommand } | undefined> {
  if (!existsSync(WORKERD)) return undefined;
  const assets = join(folder, "parsing-assets");
  mkdirSync(assets);
  copyFileSync(data.objects, join(assets, "objects.json"));
  writeFileSync(join(folder, "parsing.js"), bundleParsingWorker());
  return { ours: await ourWorker(data.tree, folder), parsing: workerCommand(folder, "parsing.js", assets) };
}

/** @param folder for the script and the configurations */
async function ourWorker(tree: string, folder: string): Promise<WorkerCommand> {
  writeFileSync(join(folder, "ours.js"), await preparedFile(WORKER_SCRIPT));
  return workerCommand(folder, "ours.js", tree);
}

function bundleParsingWorker(): Uint8Array {
  const { outputFiles } = buildSync({
    stdin: {
      contents: 'export { parsingWorker as default } from "./parsing-worker.ts";',
      resolveDir: "scripts/measure/bench/run",
      loader: "ts",
    },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    logLevel: "error",
  });
  return outputFiles[0]?.contents ?? new Uint8Array(0);
}

function workerCommand(folder: string, script: string, assets: string): WorkerCommand {
  return (port) => {
    const file = join(folder, `${script}-${port}.capnp`);
    writeFileSync(file, configuration(script, assets, port));
    return [WORKERD, "serve", file];
  };
}

function configuration(script: string, assets: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker.js", esModule = embed "${script}")],
      compatibilityDate = "${COMPATIBILITY_DATE}",
      bindings = [(name = "ASSETS", service = "assets")],
    )),
    (name = "assets", disk = "${assets}"),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}
