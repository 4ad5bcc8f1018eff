import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * The compressed bytes that a page of a tree needs before it asks for data: its HTML, style sheets, and scripts with all that they
 * import. Fonts, images, answers and what a script loads later are not included.
 *
 * @param tree folder
 * @param page path of the file, such as `map/index.html`
 * @throws Error if a file is missing, or the page links no style sheet or script
 */
export function pageBytes(tree: string, page: string): number {
  const text = readFileSync(join(tree, page), "utf8");
  const linked = [
    ...text.matchAll(/<link\s+rel="stylesheet"\s+href="([^"]+)">/g),
    ...text.matchAll(/<script\s+type="module"\s+src="([^"]+)">/g),
  ];
  // Every page has a style sheet and a script.
  if (linked.length < 2) throw new Error(`${page} links nothing that can be weighed`);
  const needed = new Set([page]);
  for (const [, address = ""] of linked) addWithImports(tree, posix.join(posix.dirname(page), address), needed);
  return [...needed].reduce((bytes, path) => bytes + sentBytes(tree, path), 0);
}

function addWithImports(tree: string, path: string, needed: Set<string>): void {
  if (needed.has(path)) return;
  needed.add(path);
  if (!path.endsWith(".js")) return;
  const text = readFileSync(join(tree, path), "utf8");
  for (const [, address = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+)["']/g)) {
    addWithImports(tree, posix.join(posix.dirname(path), address), needed);
  }
}

/** The size of the Brotli variant; small files have none. */
function sentBytes(tree: string, path: string): number {
  const file = join(tree, path);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
