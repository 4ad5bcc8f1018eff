import type { SeismicZone } from "../../build/contract/texts/vocabulary.ts";

export interface AgreedZone {
  iso2: string;
  /** The classes that a seismologist would accept. */
  allowed: readonly SeismicZone[];
  /** What the judgement rests on. */
  because: string;
}

const VERY_HIGH = ["very_high"] as const;
const AT_LEAST_HIGH = ["very_high", "high"] as const;
const HIGH_OR_MODERATE = ["high", "moderate"] as const;
const MODERATE_OR_LOW = ["moderate", "low"] as const;
const AT_MOST_LOW = ["low", "minimal"] as const;
const MINIMAL = ["minimal"] as const;

/**
 * Sixty countries whose seismic zone is common knowledge among seismologists, written down from that knowledge alone and before
 * any rule was run on them. To change a row after a look at what a rule makes of it would make the test worthless.
 */
export const AGREED_ZONES: readonly AgreedZone[] = [
  agreed("JP", VERY_HIGH, "Japan Trench and Nankai Trough; 1923, 2011"),
  agreed("CL", VERY_HIGH, "subduction along the whole length; 1960, 2010"),
  agreed("ID", VERY_HIGH, "Sunda megathrust and arcs; 2004"),
  agreed("PH", VERY_HIGH, "trenches on both sides, the Philippine Fault"),
  agreed("PG", VERY_HIGH, "New Britain Trench, several of magnitude 7 in a decade"),
  agreed("VU", VERY_HIGH, "New Hebrides Trench, among the highest rates anywhere"),
  agreed("SB", VERY_HIGH, "South Solomon Trench; 2007"),
  agreed("TW", VERY_HIGH, "collision of two plates; 1935, 1999"),
  agreed("PE", VERY_HIGH, "subduction along the whole coast; 1746, 1868, 1970"),
  agreed("TO", VERY_HIGH, "Tonga Trench, the fastest convergence measured"),
  agreed("MX", AT_LEAST_HIGH, "Middle America Trench; 1985, 2017; quiet in the north-east"),
  agreed("EC", AT_LEAST_HIGH, "subduction; 1906, 2016"),
  agreed("GT", AT_LEAST_HIGH, "trench and Motagua fault; 1976"),
  agreed("SV", AT_LEAST_HIGH, "trench and volcanic arc; 1986, 2001"),
  agreed("NI", AT_LEAST_HIGH, "trench and volcanic arc; 1972, 1992"),
  agreed("CR", AT_LEAST_HIGH, "trench; 1991, 2012"),
  agreed("CO", AT_LEAST_HIGH, "trench and Andean faults; 1906, 1999; quiet in the east"),
  agreed("TR", AT_LEAST_HIGH, "North and East Anatolian faults; 1939, 1999, 2023"),
  agreed("IR", AT_LEAST_HIGH, "Zagros and Alborz; 1990, 2003"),
  agreed("GR", AT_LEAST_HIGH, "Hellenic arc, the highest rate of Europe"),
  agreed("NZ", AT_LEAST_HIGH, "Hikurangi Trough and Alpine Fault; 1931, 2011, 2016"),
  agreed("US", AT_LEAST_HIGH, "Alaska and California; 1906, 1964"),
  agreed("CN", AT_LEAST_HIGH, "Sichuan, Yunnan, Tibet, Tangshan; 1920, 1976, 2008"),
  agreed("IN", AT_LEAST_HIGH, "Himalaya, Gujarat, Andamans; 1950, 2001"),
  agreed("IT", AT_LEAST_HIGH, "Apennines and Calabria; 1908, 1980, 2009"),
  agreed("AF", AT_LEAST_HIGH, "Hindu Kush; 1998, 2023"),
  agreed("PK", AT_LEAST_HIGH, "Kashmir, Baluchistan, Makran; 1935, 1945, 2005"),
  agreed("NP", AT_LEAST_HIGH, "Himalayan thrust; 1934, 2015"),
  agreed("MM", AT_LEAST_HIGH, "Sagaing Fault; 1912, 2025"),
  agreed("KG", AT_LEAST_HIGH, "Tien Shan; 1911, 1992"),
  agreed("RU", ["very_high", "high", "moderate"], "Kamchatka, Kurils, Baikal, and a vast quiet craton; 1952"),
  agreed("AL", HIGH_OR_MODERATE, "Adriatic collision; 1979 next door, 2019"),
  agreed("DZ", HIGH_OR_MODERATE, "the Tell in the north; 1980, 2003; quiet Sahara"),
  agreed("RO", HIGH_OR_MODERATE, "Vrancea; 1940, 1977"),
  agreed("AR", HIGH_OR_MODERATE, "Mendoza and San Juan; 1861, 1944; quiet in the east"),
  agreed("CA", HIGH_OR_MODERATE, "Cascadia and Haida Gwaii; 1700, 1949; a vast quiet shield"),
  agreed("PT", HIGH_OR_MODERATE, "1755, Azores 1980"),
  agreed("VE", HIGH_OR_MODERATE, "Boconó and El Pilar faults; 1812, 1967, 1997"),
  agreed("DE", MODERATE_OR_LOW, "Swabian Jura and lower Rhine; 1911, 1978"),
  agreed("FR", MODERATE_OR_LOW, "Provence and Pyrenees; 1909, 1967"),
  agreed("ES", MODERATE_OR_LOW, "Andalusia; 1884, 2011"),
  agreed("CH", MODERATE_OR_LOW, "Basel 1356, Valais 1946"),
  agreed("HU", MODERATE_OR_LOW, "Komárom 1763, Dunaharaszti 1956"),
  agreed("AU", MODERATE_OR_LOW, "stable continent; Meckering 1968, Newcastle 1989"),
  agreed("EG", MODERATE_OR_LOW, "Cairo 1992, Aqaba 1995"),
  agreed("KR", MODERATE_OR_LOW, "Gyeongju 2016, Pohang 2017"),
  agreed("TH", MODERATE_OR_LOW, "the north; Chiang Rai 2014"),
  agreed("TZ", MODERATE_OR_LOW, "East African Rift; 1910, 2016"),
  agreed("ZA", MODERATE_OR_LOW, "Ceres 1969, and mines"),
  agreed("BR", MODERATE_OR_LOW, "stable continent, deep ones under Acre; 1955, 2007"),
  agreed("GB", AT_MOST_LOW, "Dover Strait 1580, Dogger Bank 1931"),
  agreed("SE", AT_MOST_LOW, "shield; Kattegat 1904"),
  agreed("PL", AT_MOST_LOW, "mines, and small ones in the Tatra"),
  agreed("FI", AT_MOST_LOW, "shield; nothing above magnitude 5"),
  agreed("UY", MINIMAL, "stable platform; nothing destructive known"),
  agreed("EE", MINIMAL, "shield; Osmussaar 1976, magnitude 4.5"),
  agreed("LV", MINIMAL, "platform; nothing destructive known"),
  agreed("CI", MINIMAL, "West African craton"),
  agreed("BF", MINIMAL, "West African craton"),
  agreed("SN", MINIMAL, "passive margin; nothing destructive known"),
];

function agreed(iso2: string, allowed: readonly SeismicZone[], because: string): AgreedZone {
  return { iso2, allowed, because };
}
