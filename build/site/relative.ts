/**
 * Where a markup has an address of the tree, which begins with one `/`. Text cannot match, because `html` escapes its quotation marks.
 * The names are attributes, and members of the structured data.
 */
const ADDRESSES = /((?:\s(?:href|src|action|data-href)=|"(?:license|citation|url|contentUrl)":)")\/(?!\/)/g;

/**
 * Markup whose addresses of the tree begin with a folder instead of `/`, so that the tree works below any path of a host.
 *
 * @param folder the folder of the tree with a closing slash: `../../`, or `/repo/`
 */
export function withAddressesIn(folder: string, markup: string): string {
  return folder === "/" ? markup : markup.replace(ADDRESSES, `$1${folder.replaceAll("$", "$$$$")}`);
}

/** From a page to the folder of the tree: `../../`. @param path of the page in the tree, such as `countries/japan/` */
export function folderFrom(path: string): string {
  return "../".repeat(path.split("/").length - 1) || "./";
}
