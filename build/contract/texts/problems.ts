import type { ProblemKind } from "../wire/problem.ts";

/**
 * Documentation of each kind of problem: causes and what to do, one string for each paragraph. Separate from
 * `wire/problem.ts`, because no host needs it.
 */
export const PROBLEM_EXPLANATIONS: Record<ProblemKind, readonly string[]> = {
  "invalid-parameter": [
    "A query parameter is unknown, repeated, empty, of the wrong type, out of its bounds, or cannot stand together with another one. Nothing was clamped and nothing was ignored: a filter that silently does not apply would be worse than no answer.",
    "The member errors lists every mistake: the parameter, what was given, what is allowed, and the nearest known name or value where one is close. Correct them all and ask again.",
  ],
  "not-prebuilt": [
    "This mirror is a plain file server. It can answer only the combinations of parameters that were written in advance, and this is not one of them. It never answers with something else than was asked.",
    "The member errors says which values it has. A mirror that runs the rewrite layer answers every combination.",
  ],
  "malformed-request": [
    "What arrived does not follow the syntax of HTTP/1.1: a header without a colon, a character that is not allowed, two lengths that contradict each other, no Host header. Octets beyond ASCII in an address have to be percent-encoded.",
    "HTTP libraries and browsers write correct requests. Look at what writes this one by hand, or at a proxy in between.",
  ],
  "not-found": [
    "No page, endpoint, country, plate, glossary term or earthquake has this address. Paths are exact: case counts, and a country's code is two upper-case letters.",
    "The index at /api/ lists every endpoint. An earthquake is found under its id and under every id that it was ever known by, as long as it is in the catalogue.",
  ],
  "unknown-snapshot": [
    "The address begins with /s/ and what follows is no snapshot that this host can answer from. Either it was replaced so long ago that it is no longer kept, or it is a snapshot of another host, or no id at all: 16 digits, 0-9 and a-f. Hosts that cannot run the rewrite layer keep no snapshot but the current one.",
    "The member detail says which snapshot is the current one, and from when on snapshots can be asked. Without /s/ and the id, the same path is answered from the current one; the header X-Snapshot of every answer says which that was.",
  ],
  "method-not-allowed": [
    "The service is read-only: it answers GET, HEAD and OPTIONS. The header Allow says the same for machines.",
  ],
  "request-timeout": [
    "The connection was open, and the headers or the body of the request did not arrive in time. The host closes such connections, because each takes memory.",
    "Send the whole request at once, and ask again over a new connection.",
  ],
  withdrawn: [
    "An agency once published this earthquake and later withdrew it, most often because it was a false detection or a duplicate. The member detail says when.",
    "The address answers 410 for 90 days after the withdrawal, and 404 from then on. Remove the earthquake from your own data.",
  ],
  "headers-too-large": [
    "The request line and the headers together are longer than the host reads: 16 KB. No request of this API needs a tenth of that.",
    "Look at the length of the address, and at cookies and other headers that a proxy adds.",
  ],
  "internal-error": [
    "The service could not answer because of a mistake of its own. The request may well be right: ask again later.",
    "If it stays, tell the operator of the mirror, with the address that you asked for and the X-Snapshot header.",
  ],
  "no-tree": [
    "This host has not got any data yet, or is just receiving its first. The header Retry-After says in how many seconds it is worth asking again.",
  ],
  busy: [
    "To answer from an older snapshot the host has to open it first, which takes work. It opens a few at a time, and only a few requests may wait.",
    "The header Retry-After says in how many seconds it is worth asking again. The current snapshot, and older ones that are open already, are answered all the while.",
  ],
};
