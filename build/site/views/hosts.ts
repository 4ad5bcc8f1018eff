import { readPageData } from "../read-page.ts";

/** Something that a host does otherwise than the contract says, because where it runs leaves it no choice. */
export interface HostException {
  /** The cases of the conformance suite that it covers: a regular expression that their names have to match. */
  cases: string;
  /** What differs in them: `status`, `body`, or headers by their names in lower case; `*` for everything but the status. */
  differs: readonly string[];
  /** The exception covers answers with this status only, which is not the contract's. */
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
  /** Several may cover one case. */
  exceptions: readonly HostException[];
}

/** Every host that passes the conformance suite, and what it declares that it cannot do. */
export function readHosts(): readonly Host[] {
  return readPageData("hosts") as Host[];
}

/** The row of a host. */
export function host(id: string): Host {
  const found = readHosts().find((row) => row.id === id);
  if (!found) throw new Error(`no host ${id}`);
  return found;
}
