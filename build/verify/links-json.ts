/**
 * What an answer, or a shard of records, leads to: addresses of ours that stand in it, and the records whose ids, slugs or codes
 * it names.
 *
 * @param value as it was parsed
 * @returns paths from the root of the tree, some of them twice
 */
export function linksInAnswer(value: unknown): string[] {
  const links: string[] = [];
  walk(value, "", links);
  return links;
}

/** The contract names what is in the tree of everybody, and earthquakes that are in none as examples: only its pages count. */
export function linksInContract(text: string): string[] {
  return [...text.matchAll(/(?:\]\(|")(\/docs\/[^"\s)\\{}]*)/g)].map(([, link = ""]) => link);
}

type Named = Record<string, unknown>;

function walk(value: unknown, key: string, links: string[]): void {
  if (typeof value === "string") {
    if (ADDRESS.test(value) && key !== TEMPLATE_KEY) links.push(value);
    if (key === "plate" || key === "plates") links.push(`/api/v1/plates/${encodeURIComponent(value)}/`);
  } else if (Array.isArray(value)) {
    for (const one of value) walk(one, key, links);
  } else if (typeof value === "object" && value !== null) {
    named(value as Named, key, links);
    for (const [name, one] of Object.entries(value)) if (name !== "slug") walk(one, name, links);
  }
}

/** An address of ours; a place or a name that begins with a slash is none. */
const ADDRESS = /^\/(?:[a-z0-9._~%#?&=-][a-z0-9./_~%#?&=-]*)?$/;

/** In the list of endpoints: `/api/v1/plates/{slug}/`, and paths that need parameters. */
const TEMPLATE_KEY = "path";

function named(record: Named, key: string, links: string[]): void {
  const { event_id: id, slug, iso2 } = record;
  const lead = (folder: string, name: unknown, rest = "") => {
    if (typeof name === "string") links.push(`/api/v1/${folder}/${encodeURIComponent(name)}/${rest}`);
  };
  if ("event_id" in record) {
    lead("earthquakes", id);
    lead("earthquakes", slug);
  } else if ("term" in record) lead("glossary", slug);
  else if ("iso2" in record || key === "country") {
    lead("countries", slug);
    lead("countries", iso2, "risk/");
  } else if ("code" in record) lead("plates", slug);
}
