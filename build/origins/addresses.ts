/** Where a file of a tree is to be asked for. */
export interface Addresses {
  /** The likeliest first. */
  of: (path: string, fresh: boolean) => Address[];
  /** Tells which address had the file, so that the next file is asked for there first. */
  found: (address: Address) => void;
}

interface Address {
  url: URL;
  kind: "file" | "answer";
}

/**
 * A static host has the answer to `/api/recent/` as the file `api/recent.json`; a Quaketree host has it under the path of the
 * API only. Which of them an origin is shows with the first answer.
 *
 * @param base ends in a slash
 * @param token what tells one request past caches from another
 */
export function createAddresses(base: URL, token: () => string): Addresses {
  let answersFirst = false;
  return {
    of(path, fresh) {
      const file: Address = { url: new URL(path, base), kind: "file" };
      // Caches that pass over what a request says of them go by the address; hosts pass over a query behind a file.
      if (fresh) file.url.search = `?fresh=${token()}`;
      if (!/^api(?:\/.+)?\.json$/.test(path)) return [file];
      const answer: Address = { url: new URL(`${path.slice(0, -".json".length)}/`, base), kind: "answer" };
      return answersFirst ? [answer, file] : [file, answer];
    },
    found({ kind, url }) {
      if (kind === "answer") answersFirst = true;
      else if (isAnswerFile(url.pathname)) answersFirst = false;
    },
  };
}

/** Whether a path is that of a file under which a static host keeps an answer. */
function isAnswerFile(path: string): boolean {
  if (!path.endsWith(".json") || path.endsWith("/openapi.json")) return false;
  return path.includes("/api/") || path.endsWith("/api.json");
}
