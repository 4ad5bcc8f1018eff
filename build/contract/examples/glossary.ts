import type { GlossaryList, GlossaryTerm } from "../resources/resources.ts";
import { GLOSSARY_CATEGORIES } from "../texts/vocabulary.ts";

export const GLOSSARY: GlossaryList = {
  count: 2,
  categories: [...GLOSSARY_CATEGORIES],
  terms: [
    {
      term: "Local magnitude",
      slug: "local-magnitude",
      category: "magnitude",
      summary: "The original magnitude of Richter for near earthquakes, from the peak on a Wood–Anderson seismograph.",
    },
    {
      term: "Moment magnitude",
      slug: "moment-magnitude",
      category: "magnitude",
      summary: "The standard size of an earthquake, computed from its seismic moment, written Mw.",
    },
  ],
};

export const TERM: GlossaryTerm = {
  term: "Moment magnitude",
  slug: "moment-magnitude",
  category: "magnitude",
  definition:
    "Moment magnitude, Mw, puts seismic moment on a logarithmic scale: Mw = 2/3 (log10 M0 - 9.1), with M0 in N m. It has a physical meaning and never saturates.",
  example: "A moment of 4 × 10^22 N m, the order of the 2004 Sumatra–Andaman earthquake, gives Mw 9.0.",
  related_terms: [
    { term: "Seismic moment", slug: "seismic-moment" },
    { term: "Magnitude saturation", slug: "magnitude-saturation" },
  ],
};
