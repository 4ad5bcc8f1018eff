/** Who made the data and what they ask for, as a picture and a citation say it; names, which no language translates. */
export const SOURCES =
  "Data: USGS, NOAA NCEI; outlines: Natural Earth (all public domain). Towns: GeoNames (CC BY 4.0). " +
  "Boundaries: schematic, or Bird 2003 (ODC-By 1.0).";
