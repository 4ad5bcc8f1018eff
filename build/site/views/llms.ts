import { readPage } from "../read-page.ts";
import { GUIDES } from "./guides.ts";

/** `/llms.txt`: what a language model needs in order to use the API (https://llmstxt.org). Every address is of this host. */
export function llmsText(): string {
  const guides = GUIDES.map((slug) => ({ slug, ...readPage(`guides/${slug}`) }));
  return `# Quaketree

> Earthquakes of several agencies and 4,000 years of history as one catalogue, in static files. Every answer holds for one instant,
> \`as_of\`. An unknown parameter is an error with an explanation. This is not a warning service.

## API

- [OpenAPI 3.1](/api/v1/openapi.json): every endpoint, parameter and field
- [Sources, their age and terms](/api/)
- [State of the data](/snapshot.json): id, as_of, how often it is rebuilt
- [Recent earthquakes](/api/recent/?limit=10&min_magnitude=5), [filtered](/api/v1/earthquakes/?country=JP&hours=168), [search](/api/search/?q=lisbon)
- [FDSN event service](/fdsnws/event/1/), on hosts that run Node or a Worker

## Guides

${guides.map(({ slug, title, description }) => `- [${title}](/docs/guides/${slug}.md): ${description}`).join("\n")}

## Data

- [Files](/data/): the catalogue as Parquet, CSV, NDJSON and GeoJSON
- [Methods](/methods/): what is computed, how well, and what is not claimed
`;
}
