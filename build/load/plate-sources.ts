import type { PlatesState } from "../agencies/plates/state.ts";
import type { DataSource } from "../catalogue/catalogue.ts";

/** Whose the digitised model is, as its licence, ODC-By 1.0, wants to be told. */
const BIRD = {
  licence: "ODC-By-1.0",
  attribution: "Hugo Ahlenius, Nordpil and Peter Bird. P. Bird (2003), doi:10.1029/2001GC000252.",
  url: "https://github.com/fraxen/tectonicplates",
};

const TIMELESS = { asOf: null, covers: null };

/**
 * Where the plates and their boundaries come from: from Bird's model so far as the store has it, else from the embedded data.
 *
 * @param records numbers of plates and of boundary lines
 */
export function plateSources(
  state: PlatesState | undefined,
  records: { plates: number; boundaries: number },
): DataSource[] {
  const hasLines = state !== undefined && (state.boundaries !== null || state.steps !== null);
  return [
    { ...TIMELESS, id: "plates", records: records.plates, ...(state?.plates ? DIGITISED_PLATES : EMBEDDED_PLATES) },
    { ...TIMELESS, id: "plate-boundaries", records: records.boundaries, ...(hasLines ? DIGITISED_LINES : DRAWN_LINES) },
  ];
}

const DIGITISED_PLATES = {
  ...BIRD,
  name: "Plates of Bird (2003)",
  provides: "outlines and areas of the tectonic plates, and rotation poles",
};

const EMBEDDED_PLATES = {
  name: "Plates after Bird (2003)",
  provides: "tectonic plates with areas and rotation poles",
  licence: "MIT (descriptions); figures are facts",
  attribution:
    "Areas and poles: P. Bird (2003), An updated digital model of plate boundaries, doi:10.1029/2001GC000252.",
  url: "https://doi.org/10.1029/2001GC000252",
};

const DIGITISED_LINES = {
  ...BIRD,
  name: "Plate boundaries of Bird (2003)",
  provides: "digitised boundary lines with their classes",
};

const DRAWN_LINES = {
  name: "Quaketree's schematic plate boundaries",
  provides: "boundary lines, good to about 100 km",
  licence: "MIT",
  attribution: "Drawn by the Quaketree founders from general knowledge.",
  url: "/docs/#sources",
};
