import { withAddressesIn } from "../addresses.ts";
import type { Html } from "../html.ts";

/** The path of the folder that has the tree, with a closing slash: `/`, or `/repo/`. A script of a page is below its `assets/`. */
const FOLDER = /^https?:\/\/[^/]+(\/(?:.*\/)?)assets\/pages\//.exec(import.meta.url)?.[1] ?? "/";

/** The address on this host of an address in the tree, which begins with `/`; others stay as they are. */
export function onHost(address: string): string {
  return address.startsWith("/") ? FOLDER + address.slice(1) : address;
}

/** The path in the tree, beginning with `/`, of a path on this host. */
export function pathInTree(pathname: string): string {
  return pathname.startsWith(FOLDER) ? pathname.slice(FOLDER.length - 1) : pathname;
}

/** HTML whose addresses are those on this host. */
export function markupOf({ markup }: Html): string {
  return withAddressesIn(FOLDER, markup);
}
