/** A seismic region as the bench needs it: who reports there, how small, how often, and towns to name places by. */
export interface Region {
  /** Prefix of event ids. */
  network: string;
  country: string | null;
  /** How the region ends a place name. */
  name: string;
  latitude: number;
  longitude: number;
  /** Magnitude from which on all events are reported. */
  completeAbove: number;
  /** Decimals of a magnitude there. */
  decimals: 1 | 2;
  /** Share of all events, in thousandths. */
  share: number;
  towns: readonly string[];
}

type Row = [string, string | null, string, number, number, number, 1 | 2, number, string];

// In the shape of the agencies' feeds: three quarters are small events of dense networks, the rest larger and everywhere.
const ROWS: readonly Row[] = [
  ["nc", "US", "CA", 38.8, -122.8, 0.3, 2, 190, "The Geysers|Cobb|Anderson Springs|Mammoth Lakes|Parkfield|Pinnacles"],
  ["ci", "US", "CA", 34.1, -116.9, 0.4, 2, 160, "Ridgecrest|Anza|Borrego Springs|Big Bear Lake|Ocotillo|Searles Valley"],
  ["ak", "US", "Alaska", 61.5, -150.0, 1.1, 1, 190, "Anchor Point|Cantwell|Chickaloon|Kobuk|Larsen Bay|Nanwalek|Petersville"],
  ["hv", "US", "Hawaii", 19.3, -155.3, 1.6, 2, 70, "Volcano|Pāhala|Nā‘ālehu|Hawaiian Ocean View|Leilani Estates"],
  ["nn", "US", "Nevada", 38.2, -118.0, 0.8, 1, 50, "Mina|Tonopah|Hawthorne|Carlin|Alamo"],
  ["uu", "US", "Utah", 39.4, -111.9, 0.7, 2, 35, "Levan|Milford|Moroni|Circleville|Panguitch"],
  ["ok", "US", "Oklahoma", 36.4, -97.6, 1.4, 2, 25, "Medford|Perry|Waynoka|Enid|Cherokee"],
  ["tx", "US", "Texas", 31.6, -104.2, 1.5, 1, 25, "Mentone|Pecos|Toyah|Whites City|Stanton"],
  ["pr", "PR", "Puerto Rico", 17.9, -66.9, 2.2, 2, 40, "Guánica|Tallaboa|Boquerón|Maria Antonia|Ponce"],
  ["uw", "US", "Washington", 46.9, -121.9, 0.8, 2, 25, "Mount Rainier|Amboy|Morton|Entiat|Sultan"],
  ["us", "JP", "Japan", 37.7, 141.9, 4.1, 1, 24, "Namie|Hachinohe|Miyako|Ishinomaki|Nago|Kushiro|Shikotan"],
  ["us", "ID", "Indonesia", -3.5, 127.9, 4.1, 1, 30, "Ambon|Tobelo|Bengkulu|Sinabang|Kupang|Ternate|Palu|Banda"],
  ["us", "CL", "Chile", -24.5, -69.8, 3.9, 1, 22, "Calama|Taltal|Illapel|Coquimbo|Arica|San Pedro de Atacama"],
  ["us", "PG", "Papua New Guinea", -5.6, 150.4, 4.2, 1, 14, "Kandrian|Kokopo|Lae|Kimbe|Panguna"],
  ["us", "TW", "Taiwan", 23.9, 121.6, 3.9, 1, 10, "Hualien City|Yilan|Taitung City|Lugu|Daxi"],
  ["us", "PH", "Philippines", 8.4, 126.5, 4.1, 1, 12, "Baculin|Hinatuan|Sarangani|Burgos|Calatagan"],
  ["us", "MX", "Mexico", 16.2, -96.9, 3.8, 1, 12, "Puerto Ángel|Pijijiapan|Tecpan de Galeana|Coquimatlán"],
  ["us", "TO", "Tonga", -19.6, -174.6, 4.2, 1, 9, "Neiafu|Hihifo|Pangai|‘Ohonua"],
  ["us", "FJ", "Fiji", -17.9, -178.4, 4.2, 1, 9, "Ndoi Island|Levuka|Lambasa"],
  ["us", "VU", "Vanuatu", -16.9, 168.0, 4.2, 1, 7, "Port-Vila|Isangel|Sola|Lakatoro"],
  ["us", "GR", "Greece", 36.4, 25.6, 3.7, 1, 7, "Emporeío|Karlovásion|Lixoúri|Palaióchora"],
  ["us", "TR", "Turkey", 38.0, 37.8, 3.8, 1, 7, "Göksun|Sındırgı|Doğanyol|Malatya"],
  ["us", "IR", "Iran", 34.5, 46.3, 3.9, 1, 6, "Kermanshah|Javanrud|Ravar|Bandar-e Lengeh"],
  ["us", "PE", "Peru", -13.5, -75.5, 4.0, 1, 6, "Minas de Marcona|Lunahuaná|Chala|Yurimaguas"],
  ["us", "NZ", "New Zealand", -38.9, 177.9, 4.0, 1, 4, "Gisborne|Kaikoura|L'Esperance Rock"],
  ["us", "AF", "Afghanistan", 36.5, 70.9, 4.0, 1, 5, "Jurm|Ashkāsham|Farkhār"],
  ["us", "RU", "Russia", 52.9, 159.8, 4.1, 1, 3, "Petropavlovsk-Kamchatsky|Severo-Kuril’sk|Ust’-Kamchatsk Staryy"],
  ["us", "IS", "Iceland", 63.9, -22.2, 3.6, 1, 3, "Grindavík|Vogar|Reykjahlíð"],
];

export const REGIONS: readonly Region[] = ROWS.map(
  ([network, country, name, latitude, longitude, completeAbove, decimals, share, towns]) => ({
    network,
    country,
    name,
    latitude,
    longitude,
    completeAbove,
    decimals,
    share,
    towns: towns.split("|"),
  }),
);

/** Places far from any town are named without one. */
export const SEAS: readonly string[] = (
  "South Sandwich Islands region|central Mid-Atlantic Ridge|southern East Pacific Rise|Carlsberg Ridge|Kermadec Islands region|" +
  "Pacific-Antarctic Ridge|Reykjanes Ridge|off the coast of Oregon"
).split("|");
