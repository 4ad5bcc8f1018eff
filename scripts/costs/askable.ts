import { loadTree } from "../../build/hosts/load-tree.ts";
import { deltasOf } from "../../build/tree/delta-files.ts";
import { NODE_FILE_SYSTEM } from "../../build/tree/file-system.ts";
import type { Askable } from "./callers.ts";

const DETAILS = 2_000;
const WORDS = 2_000;

const DETAIL = /^api\/v1\/earthquakes\/([^/]+)\.json$/;
const PAGE =
  /^(?:(?:map|docs|countries|plates|glossary|status|tools)\/)?index\.html$|^assets\/(?!names|texts|languages)[^/]+$/;

/** What can be asked of a tree. */
export async function askableOf(tree: string): Promise<Askable> {
  const paths = [...(await loadTree(tree)).files.keys()];
  const slugs = paths.flatMap((path) => DETAIL.exec(path)?.[1] ?? []);
  const words = new Set(slugs.flatMap((slug) => slug.split("-").filter((word) => /^[a-z]{4,}$/.test(word))));
  const newest = deltasOf(NODE_FILE_SYSTEM, tree).findLast((path) => path.startsWith("deltas/step/"));
  const mirror = [
    { path: "/snapshot.json", eachMinute: false },
    { path: "/snapshot.json.sig", eachMinute: false },
    ...(newest === undefined ? [] : [{ path: `/${newest}`, eachMinute: true }]),
  ];
  return {
    details: slugs.slice(0, DETAILS).map((slug) => `/api/v1/earthquakes/${slug}/`),
    words: [...words].slice(0, WORDS),
    pages: paths.filter((path) => PAGE.test(path)).map((path) => `/${path.replace(/index\.html$/, "")}`),
    mirror,
  };
}
