import type { Case } from "./cases.ts";

const SEARCH = "/api/search/?q=";
const BOTH_SEARCHES = "/api/v1/search/?q=";

/** Ways to write a query; whether each is one or a mistake is the contract's to say, the same on every host. */
const TARGETS: readonly string[] = [
  // Order of parameters.
  "/api/v1/earthquakes/?limit=5&offset=5&min_mag=2.5&hours=168",
  "/api/v1/earthquakes/?hours=168&min_mag=2.5&offset=5&limit=5",
  "/api/v1/earthquakes/?page=2&limit=5&days=7",
  "/api/v1/earthquakes/?days=7&limit=5&page=2",
  "/api/v1/countries/?continent=asia&zone=high",
  "/api/v1/countries/?zone=high&continent=asia",
  // Numbers that mean the same.
  "/api/recent/?limit=050",
  "/api/recent/?min_magnitude=2.50",
  "/api/recent/?min_magnitude=-0",
  "/api/recent/?min_magnitude=%2D1.5",
  "/api/recent/?min_magnitude=+2.5",
  "/api/recent/?min_magnitude=%2B2.5",
  "/api/recent/?min_magnitude=.5",
  "/api/recent/?min_magnitude=5.",
  "/api/recent/?min_magnitude=2,5",
  "/api/recent/?min_magnitude=2.5e0",
  "/api/recent/?limit=５０",
  // Case of names and values.
  "/api/v1/earthquakes/?country=jp&hours=168",
  "/api/v1/earthquakes/?country=Jp&hours=168",
  "/api/v1/earthquakes/?country=JPN",
  "/api/v1/earthquakes/?Country=JP",
  "/api/v1/countries/?continent=South-America",
  "/api/v1/countries/?continent=SOUTH%20america",
  "/api/v1/countries/?continent=South+America",
  "/api/v1/countries/?continent=south_america",
  "/api/v1/countries/?zone=HIGH",
  "/api/v1/countries/?zone=very_high",
  "/api/v1/countries/?zone=very-high",
  "/api/v1/glossary/?category=Magnitude",
  // Percent-encoding.
  "/api/recent/?%6Cimit=5",
  "/api/recent/?li%6dit=%35",
  "/api/recent/?limit=5%20",
  "/api/recent/?limit=%35%",
  "/api/recent/?limit=%zz",
  "/api/recent/?limit=%",
  "/api/recent/?limit=%00",
  "/api/recent/?limit=5%00",
  "/api/recent/?limit=%ff",
  "/api/recent/?limit=%c0%b5",
  "/api/recent/?limit%3D5",
  "/api/recent/?limit=5%26hours=1",
  "/api/recent/?limit=5;hours=1",
  "/api/recent/?limit=5?hours=1",
  "/api/recent/??limit=5",
  "/api/recent/?limit==5",
  "/api/recent/?=5",
  "/api/recent/?&",
  "/api/recent/?&&limit=5&&",
  "/api/recent/?limit=5&",
  "/api/recent/?limit",
  "/api/recent/?limit[]=5",
  "/api/recent/?limit=5&limit=6",
  "/api/recent/?limit=5&%6cimit=5",
  "/api/recent/?limit=5/../",
  "/api/recent/?limit=5&callback=alert(1)",
  // Whole answers with a mistake.
  "/api/recent/?min_magnitude=4.5&utm_source=x",
  "/api/recent/?min_magnitude=04.500",
  "/api/recent/?min_magnitude=14.5",
  "/api/recent/?min_magnitude=4.5%00",
  "/api/recent/?min_magnitude=%34%2",
  "/api/live-feed/?hours=24.0",
  "/api/v1/earthquakes/?hours=168&min_mag=4.5&country=",
  "/api/recent/?limit=<script>",
  "/api/recent/?__proto__=1",
  "/api/recent/?constructor=1",
  // Texts.
  `${SEARCH}hualien`,
  `${SEARCH}HUALIEN`,
  `${SEARCH}hu%61lien`,
  `${SEARCH}Taiwan+Hualien`,
  `${SEARCH}Taiwan%20Hualien`,
  `${SEARCH}%20%20Hualien%09%20`,
  `${SEARCH}Hualien%2BTaiwan`,
  `${SEARCH}a`,
  `${SEARCH}%20a%20`,
  `${SEARCH}%20%20`,
  `${SEARCH}++`,
  `${SEARCH}of`,
  `${SEARCH}km`,
  `${SEARCH}100%25`,
  `${SEARCH}"`,
  `${SEARCH}""`,
  `${SEARCH}%22quoted%22`,
  `${SEARCH}back%5Cslash`,
  `${SEARCH}line%0Abreak`,
  `${SEARCH}a%00b`,
  `${SEARCH}a/b`,
  `${SEARCH}a%2Fb`,
  `${SEARCH}../..`,
  `${SEARCH}no-such-place-anywhere`,
  `${SEARCH}日本`,
  `${SEARCH}%E6%97%A5%E6%9C%AC`,
  `${SEARCH}%e6%97%a5%e6%9c%ac`,
  `${SEARCH}%E6%97`,
  `${SEARCH}%ED%A0%80`,
  `${SEARCH}%F0%9F%8C%8B`,
  `${SEARCH}🌋🌋`,
  `${SEARCH}México`,
  `${SEARCH}Me%CC%81xico`,
  `${SEARCH}me\u0301xico`,
  `${SEARCH}İzmir`,
  `${SEARCH}%C4%B0zmir`,
  `${SEARCH}ızmir`,
  `${SEARCH}%C4%B1zmir`,
  `${SEARCH}ｈｕａｌｉｅｎ`,
  `${SEARCH}stra%C3%9Fe`,
  `${SEARCH}${"x".repeat(200)}`,
  `${SEARCH}${"x".repeat(201)}`,
  `${SEARCH}${"%E6%97%A5".repeat(200)}`,
  `${SEARCH}${"%E6%97%A5".repeat(500)}`,
  `${BOTH_SEARCHES}japan`,
  `${BOTH_SEARCHES}Japon`,
  `${BOTH_SEARCHES}日本`,
  `${BOTH_SEARCHES}%E6%97%A5%E6%9C%AC`,
  `${BOTH_SEARCHES}Türkiye`,
  `${BOTH_SEARCHES}TURKIYE`,
  `${BOTH_SEARCHES}magnitude`,
  `${BOTH_SEARCHES}%22a+b%22`,
  `${BOTH_SEARCHES}%3Cb%3E%E2%80%A8`,
];

/** Longer than a line of any log. */
const LONG: readonly Case[] = [
  { name: "spelling: 4,500 unknown letters", target: `/api/recent/?${"a".repeat(4_500)}=1` },
  { name: "spelling: a value of 6,000 letters", target: `/api/recent/?limit=${"5".repeat(6_000)}` },
  { name: "spelling: 700 ampersands", target: `/api/recent/?${"&".repeat(700)}limit=5` },
  { name: "spelling: 500 parameters", target: `/api/recent/?${Array.from({ length: 500 }, (_, at) => `p${at}=1`).join("&")}` },
];

export const SPELLING_CASES: readonly Case[] = [
  ...TARGETS.map((target): Case => ({ name: `${topicOf(target, "spelling")}: ${nameOf(target)}`, target })),
  ...LONG,
];

/** Octets beyond ASCII are not valid in a request target, and yet what a person types into curl. */
export function topicOf(target: string, topic: string): string {
  return /[^\0-\x7f]/.test(target) ? "unencoded" : topic;
}

function nameOf(target: string): string {
  return target.length <= 90 ? target : `${target.slice(0, 60)}… (${target.length})`;
}
