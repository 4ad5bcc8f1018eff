/** The closed lists of the API: every value of a parameter or field. They are plain data, small enough for the rewrite bundle. */

/** Seismic zones, strongest first. */
export const SEISMIC_ZONES = ["very_high", "high", "moderate", "low", "minimal"] as const;
export type SeismicZone = (typeof SEISMIC_ZONES)[number];

export const CONTINENTS = ["Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"] as const;
export type Continent = (typeof CONTINENTS)[number];

/** PAGER alert levels (USGS). Null on an event means that PAGER was not run, never "green". */
export const ALERT_LEVELS = ["green", "yellow", "orange", "red"] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/**
 * Scales of intensity besides Modified Mercalli: MCS is Italian, MSK is of 1964, EMS-98 is European; the others are those of Japan
 * and China.
 */
export const OTHER_INTENSITY_SCALES = ["MCS", "MSK", "EMS-98", "JMA", "CSIS"] as const;
export type OtherIntensityScale = (typeof OTHER_INTENSITY_SCALES)[number];

export const PLATE_TYPES = ["major", "minor", "microplate"] as const;
export type PlateType = (typeof PLATE_TYPES)[number];

export const BOUNDARY_TYPES = ["convergent", "divergent", "transform"] as const;
export type BoundaryType = (typeof BOUNDARY_TYPES)[number];

/** The seven step classes of Bird (2003), doi:10.1029/2001GC000252, section 5. */
export const BOUNDARY_CLASSES = ["OSR", "OTF", "OCB", "CRB", "CTF", "CCB", "SUB"] as const;
export type BoundaryClass = (typeof BOUNDARY_CLASSES)[number];

/** Time for which a withdrawn event gets a 410 before it gets a 404, ms. */
export const WITHDRAWN_FOR_MS = 90 * 86_400_000;

/** Precision of the time of an event. */
export const TIME_PRECISIONS = ["year", "month", "day", "minute", "second"] as const;
export type TimePrecision = (typeof TIME_PRECISIONS)[number];

export const GLOSSARY_CATEGORIES = [
  "catalogues",
  "earthquakes",
  "engineering",
  "faults",
  "hazard",
  "instruments",
  "intensity",
  "magnitude",
  "plates",
  "statistics",
  "tsunamis",
  "waves",
] as const;
export type GlossaryCategory = (typeof GLOSSARY_CATEGORIES)[number];

/** The windows of the live feed, in hours. */
export const FEED_WINDOWS = [1, 6, 24, 168] as const;
/** The longest of them. */
export const FEED_HOURS = Math.max(...FEED_WINDOWS);

/** The event types that count as earthquakes, as on the USGS map. */
export const EARTHQUAKE_TYPES = ["earthquake", "induced or triggered event"] as const;

/** Events are recent for this number of hours before `as_of`: 30 days. */
export const RECENT_HOURS = 720;

/**
 * ISO 3166-1 alpha-2: the 249 officially assigned codes and XK (Kosovo, user-assigned), in alphabetical order. They are grouped by
 * first letter to save space, because every rewrite bundle contains the list.
 */
export const COUNTRY_CODES: readonly string[] = (
  "ADEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNORUVWXYZ DEJKMOZ ECEGHRST FIJKMOR GABDEFGHILMNPQRSTUWY " +
  "HKMNRTU IDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ NACEFGILOPRUZ OM " +
  "PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TCDFGHJKLMNORTVWZ UAGMSYZ VACEGINU WFS XK YET ZAMW"
)
  .split(" ")
  .flatMap(([first = "", ...seconds]) => seconds.map((second) => first + second));

/** Number of the strongest, deadliest and most recent earthquakes that a country's profile lists, each. */
export const HIGHLIGHTS = 10;

/**
 * The rule for historical neighbours: the smallest magnitude that gets them, the largest distance, and the number of listed ones.
 * Damage begins at about magnitude 5.5. A rupture of magnitude 7.5 is about 100 km long (Wells and Coppersmith 1994, Bull. Seismol.
 * Soc. Am. 84, 974-1002), so earlier ruptures of the same fault are included.
 */
export const NEIGHBOURS = { fromMagnitude: 5.5, withinKm: 100, named: 10 } as const;

/** Response header of a page that the service worker answers from its copy: the time of its data, ISO 8601, UTC. */
export const COPY_AS_OF = "x-copy-as-of";

/** The query of the service worker's address with which it copies nothing and fetches what an answer needs. */
export const ON_DEMAND = "?on-demand";

/** Up to so many points of a country's zone by belts of deformation those of history are added; above they are not needed. */
export const HISTORY_TO_POINTS = 4;
