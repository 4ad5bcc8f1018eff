import type { Case } from "./cases.ts";

const SERVICE = "/fdsnws/event/1";
/** A request may name more than the archive of the tree is complete for. */
const ANY = "includeincomplete=true&starttime=1900-01-01";

const TARGETS: readonly string[] = [
  // Documents, and no redirect from one spelling to another.
  `${SERVICE}/`,
  SERVICE,
  `${SERVICE}/version`,
  `${SERVICE}/version/`,
  `${SERVICE}/application.wadl`,
  `${SERVICE}/application.json`,
  `${SERVICE}/catalogs`,
  `${SERVICE}/contributors`,
  `${SERVICE}/catalogs/`,
  `${SERVICE}/%76ersion`,
  "/%66dsnws/event/1/version",
  // Formats.
  ...["xml", "quakeml", "text", "csv", "geojson"].flatMap((format) => [
    `${SERVICE}/query?${ANY}&format=${format}&limit=20`,
    `${SERVICE}/query?${ANY}&format=${format}&minmagnitude=9.9`,
  ]),
  `${SERVICE}/query?${ANY}&limit=1`,
  ...["text", "xml", "geojson"].map((format) => `${SERVICE}/count?${ANY}&format=${format}`),
  // Selection and order.
  `${SERVICE}/query?${ANY}&format=text&minmag=4.5&orderby=magnitude`,
  `${SERVICE}/query?${ANY}&format=text&orderby=time-asc&limit=5&offset=3`,
  `${SERVICE}/query?${ANY}&format=text&minlongitude=170&maxlongitude=-170`,
  `${SERVICE}/query?${ANY}&format=text&latitude=0&longitude=0&maxradius=90`,
  `${SERVICE}/query?${ANY}&format=text&lat=38&lon=142&maxradiuskm=500`,
  `${SERVICE}/count?${ANY}&eventtype=earthquake`,
  // The default window, and one that the archive is not complete for.
  `${SERVICE}/query?format=text`,
  `${SERVICE}/query?format=text&starttime=1900-01-01`,
  // Nothing found.
  `${SERVICE}/query?${ANY}&minmagnitude=9.9&nodata=404`,
  `${SERVICE}/query?eventid=nobody`,
  `${SERVICE}/query?eventid=nobody&nodata=404`,
  // Errors.
  `${SERVICE}/query?nonsense=1`,
  `${SERVICE}/query?limit=0`,
  `${SERVICE}/query?limit=5&limit=5`,
  `${SERVICE}/query?starttime=yesterday`,
  `${SERVICE}/query?starttime=%ff`,
  `${SERVICE}/query?limit=0&jsonerror=true`,
  // Other services and other versions.
  "/fdsnws/dataselect/1/application.wadl",
  "/fdsnws/station/1/application.wadl",
  "/fdsnws/event/2/query",
  "/fdsnws/event/1/query/",
  "/fdsnws/event",
  "/fdsnws/",
  "/fdsnws",
];

const METHODS: readonly Case[] = ["HEAD", "OPTIONS", "POST"].map((method) => ({
  name: `fdsn: ${method} version`,
  method,
  target: `${SERVICE}/version`,
  headers: method === "POST" ? { "content-length": "0" } : {},
}));

const EVENTS: readonly Case[] = ["xml", "text", "geojson"].flatMap((format) => [
  { name: `fdsn: an event as ${format}`, target: ({ event }) => `${SERVICE}/query?format=${format}&eventid=${event.id}` },
  {
    name: `fdsn: an event by its other id as ${format}`,
    target: ({ event }) => `${SERVICE}/query?format=${format}&eventid=${event.alias}`,
  },
]);

const LIST = "/api/v1/earthquakes/";

/** Windows of times in the list of earthquakes. Their names begin as those of all queries, which hosts of files refuse. */
const WINDOWS: readonly string[] = [
  `${LIST}?start=1900-01-01&include_incomplete=true`,
  `${LIST}?start=1900-01-01&include_incomplete=true&min_mag=4.5&limit=3&page=2`,
  `${LIST}?start=1900-01-01&include_incomplete=true&country=jp&max_mag=5&offset=1`,
  `${LIST}?include_incomplete=true&end=2018-02-06T12:00:00%2B09:00&start=2018-02-01`,
  `${LIST}?start=1900-01-01&include_incomplete=true&limit=1&offset=100000`,
  `${LIST}?start=1900-01-01&include_incomplete=true&min_longitude=170&max_longitude=-170&order=magnitude`,
  `${LIST}?start=1900-01-01&include_incomplete=true&latitude=24&longitude=121.6&max_radius_km=300&order=time-asc`,
  `${LIST}?start=1900-01-01`,
  `${LIST}?start=2999-01-01`,
  `${LIST}?start=yesterday`,
  `${LIST}?start=2018-02-01&end=2018-02-01`,
  `${LIST}?start=2018-02-01&hours=24`,
  `${LIST}?start=2018-02-01&offset=100001`,
  `${LIST}?end=2018-02-01`,
];

/**
 * The FDSN event service, which no host answers with a redirect, because its clients do not follow any; and the list of
 * earthquakes that is answered from the same archive.
 */
export const EVENT_SERVICE_CASES: readonly Case[] = [
  ...TARGETS.map((target): Case => ({ name: `fdsn: ${target}`, target })),
  ...EVENTS,
  ...METHODS,
  ...WINDOWS.map((target): Case => ({ name: `query of the archive: ${target}`, target })),
  { name: "query of the archive: HEAD", method: "HEAD", target: WINDOWS[0] as string },
];
