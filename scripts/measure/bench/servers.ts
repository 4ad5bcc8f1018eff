import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostConfiguration } from "../../../build/cli/host.ts";
import { commonHeaders } from "../../../build/rewrite/reply.ts";
import { bundle } from "./bundle.ts";
import { AS_OF } from "./events.ts";
import type { HttpQuery } from "./http-queries.ts";
import type { ServedData } from "./served-data.ts";
import { workerCommands } from "./workers.ts";

/** A server that takes part. */
export interface Server {
  name: ServerName;
  command: (port: number) => readonly string[];
  /** Whether it selects for each request, even for one that it has just answered. */
  selects?: true;
  /** Whether it has whole answers alone. */
  wholeOnly?: true;
  /** What to ask it. */
  target: (query: HttpQuery) => string;
  cwd?: string;
}

export type ServerName =
  | "quaketree, node:http"
  | "quaketree, serve"
  | "node:http, constant buffer"
  | "node:http, constant buffer, our headers"
  | "nginx, file"
  | "nginx, file, no sendfile"
  | "nginx, file, our headers"
  | "quaketree, nginx"
  | "Fastify + better-sqlite3"
  | "json-server"
  | "quaketree, workerd"
  | "workerd, parse and filter";

/** What of the machine is there to compare with. */
export interface Available {
  nginx: string | undefined;
  /** Folder of the installed peers. */
  peers: string | undefined;
}

function ownTarget({ path }: HttpQuery): string {
  return path;
}

/** Everything that can take part on this machine. */
export async function servers(data: ServedData, folder: string, { nginx, peers }: Available): Promise<Server[]> {
  const node = bundle("node-host");
  const serve = bundle("serve-host");
  const constant = bundle("constant-host");
  const list: Server[] = [
    { name: "quaketree, node:http", command: (port) => [process.execPath, node, data.tree, `${port}`], target: ownTarget },
    { name: "quaketree, serve", command: (port) => [process.execPath, serve, data.tree, `${port}`], target: ownTarget },
  ];
  for (const headers of ["", "our headers"] as const) {
    list.push({
      name: headers === "" ? "node:http, constant buffer" : `node:http, constant buffer, ${headers}`,
      command: (port) => [process.execPath, constant, data.files, `${port}`, headers === "" ? "two" : "ours"],
      target: ({ file }) => file,
    });
  }
  if (nginx !== undefined) {
    list.push(
      nginxServer("nginx, file", nginx, folder, { site: filesSite(data.files) }),
      nginxServer("nginx, file, no sendfile", nginx, folder, { site: filesSite(data.files), sendfile: false }),
      ...(await nginxHosts(nginx, data, folder)),
    );
  }
  if (peers !== undefined) {
    list.push(
      {
        name: "Fastify + better-sqlite3",
        command: (port) => [process.execPath, join(peers, "fastify-sqlite.mjs"), data.rows, `${AS_OF}`, `${port}`],
        target: ownTarget,
        selects: true,
      },
      {
        name: "json-server",
        command: (port) => [process.execPath, join(peers, "json-server.mjs"), data.database, `${port}`],
        target: ({ jsonServer }) => jsonServer,
        selects: true,
      },
    );
  }
  const workers = await workerCommands(data, folder);
  if (workers) {
    list.push({ name: "quaketree, workerd", command: workers.ours, target: ownTarget });
    list.push({ name: "workerd, parse and filter", command: workers.parsing, target: ownTarget, selects: true });
  }
  return list;
}

interface NginxSite {
  /** What stands in the `http` block, given the port. */
  site: (port: number) => string;
  sendfile?: boolean;
}

function nginxServer(name: ServerName, program: string, folder: string, { site, sendfile = true }: NginxSite): Server {
  const command = (port: number) => {
    const file = join(folder, `nginx-${port}.conf`);
    writeFileSync(file, nginxConfiguration(folder, port, site(port), sendfile));
    return [program, "-e", "stderr", "-c", file];
  };
  return { name, command, target: ({ file }) => file };
}

function filesSite(root: string, ...lines: string[]): (port: number) => string {
  return (port) => ["server {", `listen 127.0.0.1:${port};`, `root ${root};`, ...lines, "}"].join("\n");
}

/** The configuration that we generate, and what it is measured by: nginx that sends the same file with the same headers. */
async function nginxHosts(program: string, { tree }: ServedData, folder: string): Promise<Server[]> {
  const generated = await hostConfiguration("nginx", { dir: tree, listen: "8080" });
  const ours = (port: number) => generated.replace("listen 8080;", `listen 127.0.0.1:${port};`);
  const headers = Object.entries(commonHeaders(undefined, "minute")).map(([name, value]) => `add_header ${name} '${value}';`);
  const same = filesSite(tree, "gzip_static on;", ...headers);
  return [
    { ...nginxServer("quaketree, nginx", program, folder, { site: ours }), target: ownTarget, wholeOnly: true },
    { ...nginxServer("nginx, file, our headers", program, folder, { site: same }), target: () => "/api/recent.json", wholeOnly: true },
  ];
}

/** One worker, no log, descriptors kept open, connections kept for as many requests as are sent: nginx at its best. */
function nginxConfiguration(folder: string, port: number, site: string, sendfile: boolean): string {
  return `daemon off;
pid ${folder}/nginx-${port}.pid;
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  default_type application/json;
  sendfile ${sendfile ? "on" : "off"};
  tcp_nopush ${sendfile ? "on" : "off"};
  output_buffers 2 256k;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  keepalive_requests 100000000;
  client_body_temp_path ${folder}/nginx-body;
  proxy_temp_path ${folder}/nginx-proxy;
  fastcgi_temp_path ${folder}/nginx-fastcgi;
  uwsgi_temp_path ${folder}/nginx-uwsgi;
  scgi_temp_path ${folder}/nginx-scgi;
${site}
}
`;
}
