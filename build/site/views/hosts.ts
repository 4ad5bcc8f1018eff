import { readPageData } from "../read-page.ts";

/** A difference between a host and the contract that the platform makes unavoidable. */
export interface HostException {
  /** Conformance cases of the exception: a regular expression for their names. */
  cases: string;
  /**
   * The parts of the answers that differ: `status`, `body`, or names of headers in lower case; `*` for everything except the
   * status.
   */
  differs: readonly string[];
  /** The exception covers only answers with this status, which differs from the contract. */
  status?: number;
  /** The suite cannot test these cases, because the component that answers them runs only on its platform. */
  untested?: true;
  /** The reason, as a sentence for people who choose a host. */
  reason: string;
}

/** A platform that runs the rewrite layer or a translation of it. */
export interface Host {
  id: string;
  name: string;
  /** A short description. */
  what: string;
  /** Several exceptions may cover one case. */
  exceptions: readonly HostException[];
}

/** All hosts that pass the conformance suite, with their declared exceptions. */
export function readHosts(): readonly Host[] {
  return readPageData("hosts") as Host[];
}

/** The entry of a host. */
export function host(id: string): Host {
  const found = readHosts().find((row) => row.id === id);
  if (!found) throw new Error(`no host ${id}`);
  return found;
}
