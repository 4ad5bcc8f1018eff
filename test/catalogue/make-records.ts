import { LOSS_KINDS, type LossKind } from "../../build/contract/wire/impact.ts";
import type { HistoricalRecord, Loss, UsgsEvent } from "../../build/store/records.ts";
import { UNREPORTED } from "../../build/store/records.ts";

/** A live event with every number known; the test names what matters. */
export function liveEvent(given: Partial<UsgsEvent> & { id: string }): UsgsEvent {
  return {
    agency: "usgs",
    ids: [given.id],
    url: `https://example.org/${given.id}`,
    time: Date.UTC(2018, 1, 6, 15, 50, 42, 690),
    updated: Date.UTC(2018, 1, 7),
    latitude: 24.17,
    longitude: 121.65,
    depthKm: 10.6,
    magnitude: 6.4,
    magnitudeType: "mww",
    place: "18km NNE of Hualian, Taiwan",
    type: "earthquake",
    ...UNREPORTED,
    status: "reviewed",
    ...given,
  };
}

/** A record of the historical catalogue, of the same earthquake as `liveEvent` unless the test says otherwise. */
export function historicalRecord(given: Partial<HistoricalRecord> & { id: string }): HistoricalRecord {
  return {
    agency: "notable",
    aliases: [],
    sourceId: given.id,
    url: null,
    time: { year: 2018, month: 2, day: 6, hour: 15, minute: 50, second: null },
    latitude: 24.1,
    longitude: 121.7,
    depthKm: 17,
    magnitude: 6.4,
    magnitudeType: "mw",
    country: "TW",
    name: null,
    otherNames: [],
    otherPlaces: [],
    place: "near Hualien, Taiwan",
    losses: losses({ deaths: { value: 17, class: null } }),
    maxIntensity: null,
    tsunami: null,
    tsunamiEventId: null,
    maxWaterHeightM: null,
    ...given,
  };
}

function losses(known: Partial<Record<LossKind, Loss>> = {}): Record<LossKind, Loss> {
  const unknown: Loss = { value: null, class: null };
  return Object.fromEntries(LOSS_KINDS.map((kind) => [kind, known[kind] ?? unknown])) as Record<LossKind, Loss>;
}
