/** Changes of the API, for its callers; changes of the package are in CHANGELOG.md. Newest first. */
export const API_CHANGELOG: readonly { version: string; date: string; changes: readonly string[] }[] = [
  {
    version: "1.0.0",
    date: "2026-11-21",
    changes: [
      "First version: recent earthquakes, search, live feed, plate boundaries, filtered earthquakes, event detail, countries, risk, plates, glossary, statistics, OpenAPI.",
      "Errors are problem documents (RFC 9457); an unknown, repeated or out-of-bounds parameter is an error, never ignored.",
      "Every window ends at the snapshot's as_of, which the X-As-Of header states.",
      "Features of /api/plate-boundaries/ have an id.",
      "Search finds historical earthquakes by their names and year too; countries and terms that are called just as asked come first. Event detail has other_names.",
      "Records of plates have boundary_types and neighbours, their boundaries share and motion; those of earthquakes historical_neighbours; those of countries strongest, deadliest, most_recent and each deaths_source.",
      "zone_basis has basis, points, rate, deaths and boundary_speed_mm; major_events and deadly_events, from which zones no longer follow, are gone.",
      "Event detail: impact.sources says whose each figure is, in which product and as of when; losses that are known only as a class have it in words.",
      "/status.json and /status/ tell how the last rebuild went, where somebody rebuilds; snapshot.json has expected_interval_s and stale_after_s.",
      "/s/ and a snapshot's id before a path under /api/ asks that snapshot again, for a week after another has taken its place.",
      "impact.significance may be negative; the url of a source is http or https, without user and password.",
      "An id with a slash, such as smi:ch.ethz.sed/sc3a/2018abcd, is found percent-encoded; slugs have at most 247 characters.",
      "Requests that are not HTTP/1.1, too long or too slow get a problem document too: 400 malformed-request, 431 headers-too-large, 408 request-timeout. A host that is opening too many older snapshots under /s/ answers 503, busy.",
      "The examples of ETag and Link in the description have the form in which they are sent.",
      "completeness in the statistics and in the records of countries and plates: from which magnitude on earthquakes are counted completely, its error, and why there is no b where there is none. Totals and windows no longer claim to have every earthquake from magnitude 4.5 on.",
      "tsunami_flag is the agency's flag alone; it is no longer set for every historical tsunami, for which tsunami.observed is there.",
      "/api/changes/ tells which earthquakes were added, revised and withdrawn from snapshot to snapshot, for a week.",
    ],
  },
];
