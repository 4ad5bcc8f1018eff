/** Places, written `name, latitude, longitude`, under the plate on which everybody, or Bird (2003), puts them. */
const PLACES: Record<string, string> = {
  PA: "Honolulu 21.3 -157.9; Los Angeles 34.05 -118.25; Papeete -17.5 -149.6; Apia -13.8 -171.8; Chuuk 7.4 151.8; Christchurch -43.5 172.6",
  AF:
    "Cape Town -33.9 18.4; Lagos 6.5 3.4; Cairo 30 31.2; Tunis 36.8 10.2; Casablanca 33.6 -7.6; Addis Ababa 9 38.75; " +
    "Asmara 15.3 38.9; Saint Helena -15.9 -5.7",
  AN: "South Pole -90 0; McMurdo -77.8 166.7; Kerguelen -49.3 70.2; Bouvet Island -54.4 3.4",
  NA:
    "New York 40.7 -74; Sacramento 38.6 -121.5; Seattle 47.6 -122.3; Mexico City 19.4 -99.1; Anchorage 61.2 -149.9; " +
    "Havana 23.1 -82.4; Bermuda 32.3 -64.8; Reykjavik 64.15 -21.9; Anadyr 64.7 177.5; Flores (Azores) 39.4 -31.2",
  EU:
    "London 51.5 0; Moscow 55.75 37.6; Lisbon 38.7 -9.1; Rome 41.9 12.5; Tehran 35.7 51.4; Lhasa 29.65 91.1; Beijing " +
    "39.9 116.4; Yakutsk 62 129.7; Egilsstadir 65.3 -14.4; Svalbard 78.2 15.6",
  AU: "Sydney -33.9 151.2; Perth -32 115.9; Darwin -12.5 130.8; Auckland -36.85 174.8; Port Moresby -9.45 147.2; Noumea -22.3 166.4",
  SA: "Buenos Aires -34.6 -58.4; Lima -12 -77; Santiago -33.45 -70.65; Manaus -3.1 -60; South Georgia -54.3 -36.5",
  SO: "Nairobi -1.3 36.8; Mogadishu 2 45.3; Antananarivo -18.9 47.5; Mauritius -20.2 57.6; Socotra 12.5 54",
  NZ: "the middle of the Nazca plate -20 -90; Rapa Nui -27.1 -109.4; Isabela (Galapagos) -0.5 -91.1",
  IN: "Mumbai 19 72.8; Delhi 28.6 77.2; Colombo 6.9 79.9; Dhaka 23.8 90.4; Male 4.2 73.5",
  SU: "Singapore 1.35 103.8; Jakarta -6.2 106.8; Bangkok 13.75 100.5; Manila 14.6 121; Makassar -5.1 119.4; Padang -0.95 100.4",
  PS: "the Philippine Sea 18 132; Koror 7.3 134.5",
  AM: "Osaka 34.7 135.5; Seoul 37.55 127; Vladivostok 43.1 131.9; Harbin 45.8 126.6; Ulaanbaatar 47.9 106.9",
  AR: "Riyadh 24.7 46.7; Baghdad 33.3 44.4; Dubai 25.2 55.3; Damascus 33.5 36.3; Sanaa 15.4 44.2",
  OK: "Tokyo 35.7 139.7; Sapporo 43.07 141.35; Sendai 38.3 140.9; Petropavlovsk-Kamchatsky 53 158.65; Magadan 59.6 150.8",
  CA: "San Juan 18.4 -66.1; Kingston 18 -76.8; San Salvador 13.7 -89.2; Bridgetown 13.1 -59.6",
  CO: "the Cocos basin 7 -90",
  YA: "Shanghai 31.2 121.5; Hong Kong 22.3 114.2; Taipei 25 121.5",
  SC: "the Scotia Sea -57 -45; Ushuaia -54.8 -68.3",
  CL: "the Caroline basin 4 140",
  ND: "Bogota 4.7 -74.1; Medellin 6.2 -75.6; Quito -0.2 -78.5",
  AP: "La Paz -16.5 -68.15; Arica -18.5 -70.3",
  BS: "the Banda Sea -5 126; Ambon -3.7 128.2",
  NH: "Port Vila -17.7 168.3",
  AT: "Ankara 39.9 32.9; Nicosia 35.2 33.4",
  BH: "Sorong -0.9 131.25",
  BU: "Port Blair 11.7 92.7",
  KE: "Wellington -41.3 174.8; Gisborne -38.7 178; Raoul Island -29.3 -177.9",
  WL: "Jayapura -2.5 140.7",
  MA: "Guam 13.5 144.8; Saipan 15.2 145.75",
  MS: "the sea north of the Sula Islands -1.5 124",
  NB: "Manus Island -2.1 147",
  TI: "Dili -8.55 125.6; Kupang -10.2 123.6",
  ON: "Naha 26.2 127.7",
  AS: "Athens 38 23.7; Heraklion 35.3 25.1",
  SB: "Rabaul -4.2 152.2",
  PM: "Panama City 9 -79.5; San Jose (Costa Rica) 9.9 -84.1",
  JF: "off Oregon 46 -127.5",
  TO: "Nuku'alofa -21.1 -175.2",
  BR: "the North Fiji Basin -15 175",
  SW: "Montagu Island -58.4 -26.4",
  EA: "the Easter block -25 -113.7",
  CR: "Conway Reef -21.8 174.6",
  SS: "the Solomon Sea -7.7 152.5",
  NI: "Niuafo'ou -15.6 -175.6",
  MO: "Wamena -4.1 138.95",
  RI: "off Jalisco 20 -107",
  JZ: "the Juan Fernandez block -33.3 -110.2",
  SL: "King George Island -62 -58.5",
  FT: "the sea south of Futuna -14.9 -178.3",
  GP: "the Galapagos block 1.8 -101.9",
  MN: "the Manus block -3.4 150.3",
};

export interface Place {
  name: string;
  latitude: number;
  longitude: number;
  plate: string;
}

export const wellKnownPlaces: readonly Place[] = Object.entries(PLACES).flatMap(([plate, list]) =>
  list.split("; ").map((text): Place => {
    const [, name = "", latitude, longitude] = /^(.+) (-?[\d.]+) (-?[\d.]+)$/.exec(text) ?? [];
    return { name, latitude: Number(latitude), longitude: Number(longitude), plate };
  }),
);
