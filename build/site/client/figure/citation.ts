import { SOURCES } from "./sources.ts";

/** What a citation of a figure names. */
interface Cited {
  title: string;
  /** The address of the page. */
  url: string;
  /** The day on which the figure was read, `2026-11-27`. */
  accessed: string;
}

/** The citation as text, BibTeX and CSL-JSON, by the name of the form. */
export function citations({ title, url, accessed }: Cited): Readonly<Record<"Text" | "BibTeX" | "CSL-JSON", string>> {
  const [year = "", month, day] = accessed.split("-");
  const key = `quaketree${year}${title.replace(/[^A-Za-z0-9]+/g, "").slice(0, 24)}`;
  const item = {
    id: key,
    type: "figure",
    title,
    author: [{ literal: "Quaketree" }],
    issued: { "date-parts": [[Number(year)]] },
    accessed: { "date-parts": [[Number(year), Number(month), Number(day)]] },
    URL: url,
    note: SOURCES,
  };
  return {
    Text: `Quaketree (${year}). ${title}. ${url} (accessed ${accessed}). ${SOURCES}`,
    BibTeX: `@misc{${key},
  author = {{Quaketree}},
  title = {{${bibText(title)}}},
  year = {${year}},
  url = {${url}},
  urldate = {${accessed}},
  note = {${SOURCES}}
}`,
    "CSL-JSON": JSON.stringify([item], null, 2),
  };
}

/** Characters that BibTeX or TeX would read as commands. */
function bibText(text: string): string {
  return text.replace(/[\\{}]/g, "").replace(/[&%$#_]/g, String.raw`\$&`);
}
