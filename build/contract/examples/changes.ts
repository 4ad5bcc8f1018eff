import type {
  ChangedEarthquake,
  ChangeEntry,
  ChangeList,
  ChangesOfHour,
  SnapshotPosition,
} from "../resources/resources.ts";
import { AFTERSHOCK, HUALIEN_DETAIL, HUALIEN_SLUG } from "./events.ts";

// The records are those of the embedded data; the steps in which they might have come are made up.

const NEWEST: SnapshotPosition = { id: "0c1f0ab104019a9f", sequence: 4, as_of: "2018-02-07T01:49:14.000Z" };

const { sources: _, ...impact } = HUALIEN_DETAIL.impact;

const ADDED: ChangedEarthquake = {
  ...AFTERSHOCK,
  slug: "m5-4-15km-ese-of-hualian-taiwan-us1000chln",
  name: null,
  other_names: [],
  aliases: [],
  magnitude_type: "mww",
  status: "reviewed",
  updated_at: "2018-02-07T01:40:00.577Z",
  occurred_at_precision: "second",
  sources: [{ agency: "usgs", id: "us1000chln", url: "https://earthquake.usgs.gov/earthquakes/eventpage/us1000chln" }],
  impact: {
    ...impact,
    felt_reports: 6,
    max_intensity_reported: 7.2,
    max_intensity_estimated: null,
    significance: 453,
    deaths: null,
    injuries: null,
  },
  tsunami: HUALIEN_DETAIL.tsunami,
  country: { iso2: "TW", relation: "offshore", distance_km: 14.9 },
  plate: { code: "YA", boundary_distance_km: 5.6 },
};

const ENTRY: ChangeEntry = {
  from: { id: "5f0c1d2e3a4b5c6d", sequence: 3, as_of: "2018-02-07T01:48:14.000Z" },
  to: NEWEST,
  added: [ADDED],
  revised: [
    {
      event_id: "us1000chhc",
      slug: HUALIEN_SLUG,
      changes: {
        updated_at: { before: "2018-02-07T01:12:08.201Z", after: "2018-02-07T01:31:51.797Z" },
        "impact.felt_reports": { before: 259, after: 261 },
      },
      also_changed: ["impact.sources"],
    },
  ],
  withdrawn: [],
  left_window: [],
};

export const CHANGES: ChangeList = {
  snapshot: NEWEST,
  hours: [
    { hour: "2018-02-07T00", from: 1, to: 2 },
    { hour: "2018-02-07T01", from: 2, to: 4 },
  ],
  entries: [ENTRY],
};

export const CHANGES_OF_HOUR: ChangesOfHour = { hour: "2018-02-07T01", entries: [ENTRY] };
