import { STATIC_HOSTS } from "../../hosts/edge/exceptions.ts";

/** Something that a host does otherwise than the contract says, because where it runs leaves it no choice. */
export interface HostException {
  /** The cases of the conformance suite that it covers: a regular expression that their names have to match. */
  cases: string;
  /** What differs in them: `status`, `body`, or headers by their names in lower case; `*` for everything but the status. */
  differs: readonly string[];
  /** The status of those answers where it is not the contract's. */
  status?: number;
  /** The suite cannot put these cases to the host at all, because what would answer them does not run outside its platform. */
  untested?: true;
  /** Why, as a sentence for the people who choose a host. */
  reason: string;
}

/** Where the rewrite runs, or is translated to. */
export interface Host {
  id: string;
  name: string;
  /** What it is, in a few words. */
  what: string;
  exceptions: readonly HostException[];
}

const NODE: readonly HostException[] = [
  {
    cases: "^unencoded: ",
    differs: ["*"],
    status: 400,
    reason:
      "Node itself refuses a request target with bytes beyond ASCII before a handler sees it, as RFC 9112 forbids them: encode them.",
  },
];

const PLATFORM =
  "Pages, shards and the index are served by Cloudflare's platform without a call of the Worker, as it serves any file: ";

/** What is not the API's is left to the platform, which costs nothing there and knows fewer forms of a request. */
const WORKER: readonly HostException[] = [
  {
    cases: "^page: |^file: |^method: HEAD /$",
    differs: ["etag", "accept-ranges", "content-length"],
    reason: `${PLATFORM}with ETags of its own, no parts, and no length in answer to HEAD.`,
  },
  {
    cases: "^page without slash: ",
    differs: ["cache-control", "last-modified"],
    status: 307,
    reason: `${PLATFORM}it leads to the closing slash of a page with a 307.`,
  },
  { cases: "^method: OPTIONS /$", differs: ["*"], status: 405, reason: `${PLATFORM}it answers no preflight for them.` },
  {
    cases: "^method: POST /$",
    differs: ["allow", "cache-control", "content-length", "content-type", "last-modified", "body"],
    reason: `${PLATFORM}it refuses other methods with a bare 405.`,
  },
  {
    cases: "^path: /api/(.*/)?\\.{1,2}/",
    differs: ["*"],
    status: 200,
    reason: "The platform takes dot segments out of a path before the Worker sees it.",
  },
  {
    cases: "^path: /api/\\.\\./.*/etc/passwd$",
    differs: ["body", "content-length"],
    reason: "Without its dot segments that is a path outside the API, and not there either.",
  },
];

const FOLLOWED = "A page cannot see a redirect: its fetch follows it, and gets the answer that the redirect leads to.";
const NORMALISED = "A browser takes dot segments out of an address, however they are written, before it asks anybody.";
const FILE_SERVER = "What is not under /api/ comes from the file server as it is, and from the copy without a network.";
const UNCOMPRESSED =
  "A page may not say which encodings it accepts; the copy is sent as it is, within one machine, where compressing would only cost time.";

/** A service worker sees what a page asks for after the browser has had its way with it. */
const BROWSER: readonly HostException[] = [
  {
    cases: [
      "^path: /api(/recent(\\?(limit=5)?)?|/v1/stats|/v1/countries/(japan|JP/risk|%6A%61pan))?$",
      "^unencoded: /api/search\\?",
      "^event: (without|other words|its bare id$|an alias)",
      "^method: HEAD /api/recent$",
    ].join("|"),
    differs: ["*"],
    status: 200,
    reason: FOLLOWED,
  },
  { cases: "^path: /api/recent\\?limit=(0|5&hours)", differs: ["*"], status: 400, reason: FOLLOWED },
  {
    cases: "^path: /api/v1/countries/nowhere$|^event: the file of its answer$",
    differs: ["*"],
    status: 404,
    reason: FOLLOWED,
  },
  { cases: "^condition: on a redirect$", differs: ["*"], status: 304, reason: FOLLOWED },
  { cases: "^path: .*/etc/passwd$", differs: ["*"], status: 404, reason: NORMALISED },
  { cases: "^path: /api/(.*/)?(\\.|%2[eE]){1,2}/", differs: ["*"], status: 200, reason: NORMALISED },
  { cases: "^page: |^file: |^method: (HEAD|OPTIONS|POST) /$", differs: ["*"], status: 200, reason: FILE_SERVER },
  {
    cases: "^page without slash: |^nowhere: |^path: (//|/API|/api%)|^unencoded: /日本|^method: .* /nothing$",
    differs: ["*"],
    status: 404,
    reason: FILE_SERVER,
  },
  { cases: "^method: TRACE$", differs: ["*"], status: 0, reason: "Browsers do not let a page send TRACE." },
  { cases: "^encoding: the ETag of the variant$", differs: ["*"], status: 200, reason: UNCOMPRESSED },
  { cases: "^encoding: the ETag of the plain answer$", differs: ["*"], status: 304, reason: UNCOMPRESSED },
  {
    cases: "^encoding: (brotli|gzip|as browsers|anything|in capitals|by )",
    differs: ["content-encoding", "etag"],
    reason: UNCOMPRESSED,
  },
];

/** Every host that passes the conformance suite, and what it declares that it cannot do. */
export const HOSTS: readonly Host[] = [
  { id: "node", name: "Node", what: "a request handler for node:http and any framework", exceptions: NODE },
  { id: "serve", name: "quaketree serve", what: "the same handler with limits for slow clients", exceptions: NODE },
  {
    id: "worker",
    name: "Cloudflare Worker",
    what: "a Worker with static assets, run by workerd",
    exceptions: WORKER,
  },
  {
    id: "browser",
    name: "Service worker",
    what: "a plain static host, or no network, and the copy of the tree in a browser",
    exceptions: BROWSER,
  },
  ...STATIC_HOSTS,
];

/** The row of a host. */
export function host(id: string): Host {
  const found = HOSTS.find((row) => row.id === id);
  if (!found) throw new Error(`no host ${id}`);
  return found;
}
