/**
 * The names of countries in NOAA's tables, with their ISO 3166-1 alpha-2 codes. There is no code for the name of a sea, of parts of
 * several countries, or of a region that is not certainly in one country: for these the position decides.
 */
const COUNTRIES: Readonly<Record<string, string>> = {
  AF: "AFGHANISTAN",
  AG: "ANTIGUA AND BARBUDA|ANTIGUA|ANTIGUA ISLAND",
  AL: "ALBANIA",
  AM: "ARMENIA",
  AQ: "ANTARCTICA|BALLENY ISLANDS",
  AR: "ARGENTINA",
  AS: "AMERICAN SAMOA",
  AT: "AUSTRIA",
  AU: "AUSTRALIA|MACQUARIE ISLAND",
  AZ: "AZERBAIJAN",
  BA: "BOSNIA-HERZEGOVINA|BOSNIA AND HERZEGOVINA",
  BB: "BARBADOS",
  BD: "BANGLADESH",
  BE: "BELGIUM",
  BG: "BULGARIA",
  BI: "BURUNDI",
  BO: "BOLIVIA",
  BR: "BRAZIL",
  BT: "BHUTAN",
  BW: "BOTSWANA",
  CA: "CANADA|BRITISH COLUMBIA|OFF COAST SW AVALON PENINSULA, NEWFOUNDLAND",
  CD: "DEMOCRATIC REPUBLIC OF THE CONGO|CONGO, DEM. REP. OF THE",
  CF: "CENTRAL AFRICAN REPUBLIC",
  CH: "SWITZERLAND",
  CI: "COTE D'IVOIRE|IVORY COAST",
  CK: "COOK ISLANDS",
  CL: "CHILE|NORTHERN CHILE",
  CM: "CAMEROON",
  CN: "CHINA|TIBET|TIBET (XIZANG PROVINCE)",
  CO: "COLOMBIA",
  CR: "COSTA RICA|CANO ISLAND",
  CU: "CUBA",
  CV: "CAPE VERDE",
  CY: "CYPRUS",
  CZ: "CZECH REPUBLIC|CZECHIA",
  DE: "GERMANY",
  DJ: "DJIBOUTI",
  DK: "DENMARK",
  DM: "DOMINICA",
  DO: "DOMINICAN REPUBLIC",
  DZ: "ALGERIA",
  EC: "ECUADOR",
  EE: "ESTONIA",
  EG: "EGYPT",
  ER: "ERITREA",
  ES: "SPAIN|CANARY ISLANDS",
  ET: "ETHIOPIA",
  FI: "FINLAND",
  FJ: "FIJI|FIJI ISLANDS",
  FM: "MICRONESIA, FED. STATES OF|MICRONESIA",
  FR: "FRANCE",
  GA: "GABON",
  GB: "UK|UNITED KINGDOM|ENGLAND|SCOTLAND|WALES|COLCHESTER, ENGLAND",
  GD: "GRENADA",
  GE: "GEORGIA",
  GF: "FRENCH GUIANA",
  GH: "GHANA",
  GL: "GREENLAND",
  GN: "GUINEA",
  GP: "GUADELOUPE|GUADELOUPE (FRENCH TERRITORY)",
  GR: "GREECE|CRETE|E. SPORADES ISLANDS, AEGEAN ISLANDS|NORTH CORINTH GULF",
  GS: "SOUTH GEORGIA AND THE SOUTH SANDWICH ISLANDS|SOUTH SANDWICH ISLANDS|SOUTH GEORGIA",
  GT: "GUATEMALA",
  GU: "GUAM",
  GY: "GUYANA",
  HN: "HONDURAS",
  HR: "CROATIA",
  HT: "HAITI",
  HU: "HUNGARY",
  ID: "INDONESIA|SUMATRA|JAVA|LHOKNGA, ACEH",
  IE: "IRELAND",
  IL: "ISRAEL",
  IN: "INDIA",
  IQ: "IRAQ",
  IR: "IRAN",
  IS: "ICELAND",
  IT: "ITALY",
  JM: "JAMAICA",
  JO: "JORDAN",
  JP: "JAPAN|ENSHUNADA|KOORI|SHINANO|SEIKAIDO-NANKAIDO|E. AWA, TOKUSHIMA PREFECTURE",
  KE: "KENYA",
  KG: "KYRGYZSTAN",
  KI: "KIRIBATI",
  KM: "COMOROS",
  KN: "SAINT KITTS AND NEVIS|ST. CHRISTOPHER|ST KITTS|ST. KITTS",
  KP: "NORTH KOREA",
  KR: "SOUTH KOREA",
  KY: "CAYMAN IS|CAYMAN ISLANDS",
  KZ: "KAZAKHSTAN",
  LA: "LAOS",
  LB: "LEBANON",
  LC: "SAINT LUCIA",
  LK: "SRI LANKA",
  LY: "LIBYA",
  MA: "MOROCCO",
  MD: "MOLDOVA",
  ME: "MONTENEGRO",
  MG: "MADAGASCAR",
  MH: "MARSHALL ISLANDS, REP. OF|MARSHALL ISLANDS",
  MK: "MACEDONIA|NORTH MACEDONIA",
  MM: "MYANMAR (BURMA)|MYANMAR|MYNAMAR (BURMA)|MYANMAR (BURMA) COAST",
  MN: "MONGOLIA",
  MP: "NORTHERN MARIANA ISLANDS|N. MARIANA ISLANDS",
  MQ: "MARTINIQUE|MARTINIQUE (FRENCH TERRITORY)",
  MS: "MONTSERRAT",
  MW: "MALAWI",
  MX: "MEXICO",
  MY: "MALAYSIA",
  MZ: "MOZAMBIQUE",
  NC: "NEW CALEDONIA",
  NI: "NICARAGUA",
  NL: "NETHERLANDS|THE NETHERLANDS|HOLLAND",
  NO: "NORWAY",
  NP: "NEPAL",
  NR: "NAURU",
  NZ: "NEW ZEALAND|KERMADEC ISLANDS|KERMADEC ISLANDS (NEW ZEALAND)|GISBORNE",
  OM: "OMAN",
  PA: "PANAMA",
  PE: "PERU",
  PF: "FRENCH POLYNESIA",
  PG: "PAPUA NEW GUINEA|NEW BRITAIN",
  PH: "PHILIPPINES",
  PK: "PAKISTAN",
  PL: "POLAND",
  PR: "PUERTO RICO",
  PT: "PORTUGAL|AZORES|AZORES (PORTUGAL)|MADEIRA ISLANDS",
  PW: "PALAU",
  RO: "ROMANIA",
  RS: "SERBIA",
  RU: "RUSSIA",
  RW: "RWANDA",
  SA: "SAUDI ARABIA",
  SB: "SOLOMON ISLANDS",
  SD: "SUDAN",
  SE: "SWEDEN",
  SI: "SLOVENIA",
  SK: "SLOVAKIA",
  SL: "SIERRA LEONE",
  SR: "SURINAME",
  SS: "SOUTH SUDAN",
  SV: "EL SALVADOR",
  SY: "SYRIA|SYRIAN COASTS",
  SZ: "SWAZILAND|ESWATINI",
  TG: "TOGO",
  TH: "THAILAND",
  TJ: "TAJIKISTAN",
  TM: "TURKMENISTAN",
  TN: "TUNISIA",
  TO: "TONGA|TONGA ISLANDS",
  TR: "TURKEY|TÜRKIYE|TURKIYE|INSTANBUL (CONSTANTINOPLE)|SOUTH COASTS OF ASIA MINOR",
  TT: "TRINIDAD AND TOBAGO|TRINIDAD|TOBAGO",
  TW: "TAIWAN|TAIWAN REGION",
  TZ: "TANZANIA",
  UA: "UKRAINE",
  UG: "UGANDA",
  US: "USA",
  UY: "URUGUAY",
  UZ: "UZBEKISTAN",
  VC: "SAINT VINCENT AND THE GRENADINES|SAINT VINCENT",
  VE: "VENEZUELA",
  VG: "BRITISH VIRGIN ISLANDS",
  VN: "VIETNAM",
  VU: "VANUATU|VANUATU ISLANDS",
  WF: "WALLIS AND FUTUNA (FRENCH TERRITORY)|WALLIS AND FUTUNA|FUTUNA ISLAND",
  WS: "SAMOA",
  YE: "YEMEN",
  ZA: "SOUTH AFRICA",
  ZM: "ZAMBIA",
  ZW: "ZIMBABWE",
};

/** States of the USA. In these tables `GEORGIA` alone means the country; the state occurs only together with other states. */
const STATES =
  "ALABAMA|ALASKA|ALASKA PENINSULA|ARIZONA|ARKANSAS|CALIFORNIA|COLORADO|CONNECTICUT|DELAWARE|FLORIDA|HAWAII|" +
  "HAWAIIAN ISLANDS|IDAHO|ILLINOIS|INDIANA|IOWA|KANSAS|KENTUCKY|LOUISIANA|MAINE|MARYLAND|MASSACHUSETTS|MICHIGAN|MINNESOTA|" +
  "MISSISSIPPI|MISSOURI|MONTANA|NEBRASKA|NEVADA|NEW HAMPSHIRE|NEW JERSEY|NEW MEXICO|NEW YORK|NORTH CAROLINA|NORTH DAKOTA|" +
  "OHIO|OKLAHOMA|OREGON|PENNSYLVANIA|RHODE ISLAND|SOUTH CAROLINA|SOUTH DAKOTA|TENNESSEE|TEXAS|UTAH|VERMONT|VIRGINIA|" +
  "WASHINGTON|WEST VIRGINIA|WISCONSIN|WYOMING";

/**
 * Known names without a code: Congo, Korea, the Virgin Islands and the Samoa Islands are ambiguous, and "territories" may mean many
 * places.
 */
const NO_COUNTRY =
  "ATLANTIC OCEAN|INDIAN OCEAN|PACIFIC OCEAN|NORTHWEST PACIFIC OCEAN|SOLOMON SEA|TASMAN SEA|BERING SEA|SCOTIA SEA|" +
  "BALTIC SEA|DEAD SEA|NORTH SEA|IRISH SEA|EAST CHINA SEA|YELLOW SEA|FLORES SEA|TIMOR SEA|JAVA SEA|JAVA-S. JAVA SEA|" +
  "MARMARA SEA|SEA OF JAPAN|EAST MEDITERRANEAN SEA|GULF OF MEXICO|NORTH ATLANTIC RIDGE|EAST PACIFIC RIDGE|JAPAN TRENCH|" +
  "TONGA TRENCH|CASCADIA SUBDUCTION ZONE|LAKE ERIE (GREAT LAKES)|BALKANS|BALKANS NW|CONGO|KOREA|USA TERRITORY|" +
  "UK TERRITORY|VIRGIN ISLANDS|SAMOA ISLANDS|ASIA|CIS|CARIBBEAN SEA|MEDITERRANEAN SEA|RED SEA|BLACK SEA|CASPIAN SEA";

/** The codes for `USA TERRITORY`, equal to the postal code in the column of states. */
const US_TERRITORIES = new Set(["AS", "GU", "MP", "PR", "VI"]);

const CODES: ReadonlyMap<string, string | null> = new Map([
  ...Object.entries(COUNTRIES).flatMap(([code, names]) => names.split("|").map((name) => [name, code] as const)),
  ...STATES.split("|").map((name) => [name, "US"] as const),
  ...NO_COUNTRY.split("|").map((name) => [name, null] as const),
]);

/** Compass directions before a name: `SW. SUMATRA`, `N NEW ZEALAND`. */
const DIRECTION = /^(?:OFF )?(?:[NS]?[EW]|[NS])\.? +/;

/**
 * The country of a row as NOAA names it: its country if the form has one, otherwise the part of the place before the colon.
 *
 * @returns an ISO 3166-1 alpha-2 code; null if the names are known and mean no country, or several; undefined if one is unknown
 */
export function noaaCountry(names: { country: string | null; area: string | null; place: string }): string | null | undefined {
  const { country, area, place } = names;
  if (country === null) return place === "" ? null : countryOfPlace(place);
  if (country === "USA TERRITORY" && area !== null && US_TERRITORIES.has(area)) return area;
  return CODES.get(country.toUpperCase());
}

/**
 * `GREECE: SAMOS; TURKEY: IZMIR` counts as Greece, as in NOAA's own column: of the 5,292 rows of the classic table whose place
 * begins with one country and a colon, 14 are under another.
 */
function countryOfPlace(place: string): string | null | undefined {
  const region = (place.split(":")[0] ?? "").trim().toUpperCase();
  const whole = codeOf(region);
  if (whole !== undefined) return whole;
  const parts = region.split(/[;&-]/).map((part) => partCode(part.trim().replace(/ BORDER(?: REGION)?$/, "")));
  if (parts.includes(undefined)) return undefined;
  const codes = new Set(parts);
  return codes.size === 1 ? [...codes][0] : null;
}

/** In `IWATE, JAPAN` only the last part is a known country; in `GREECE, TURKEY` both parts are. */
function partCode(part: string): string | null | undefined {
  const whole = codeOf(part);
  if (whole !== undefined || !part.includes(",")) return whole;
  const codes = part.split(",").map((name) => codeOf(name.trim()));
  const known = new Set(codes.filter((code) => code !== undefined));
  if (codes.at(-1) === undefined) return undefined;
  return known.size === 1 ? codes.at(-1) : null;
}

function codeOf(name: string): string | null | undefined {
  const known = CODES.get(name) ?? (CODES.has(name) ? null : undefined);
  if (known !== undefined || !DIRECTION.test(name)) return known;
  return codeOf(name.replace(DIRECTION, ""));
}
