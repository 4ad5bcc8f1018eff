import type { CatalogueEvent } from "../catalogue/catalogue.ts";
import type { EarthquakeDetail, Mechanism } from "../contract/resources/resources.ts";
import {
  type Axis,
  axisOf,
  doubleCouple,
  doubleCoupleShare,
  type MomentTensor,
  nodalPlanes,
  principalAxes,
} from "../seismology/moment-tensor.ts";
import { isoTime } from "../store/civil-time.ts";
import type { SolutionProduct } from "../store/records.ts";
import { tenth } from "./records.ts";

/** How well the preferred solution is determined: the feed's figures, and those of its hypocentre in the details. */
export function qualityOf(event: CatalogueEvent): EarthquakeDetail["quality"] {
  const { nst = null, gap = null, rms = null, dmin = null } = event.quality ?? {};
  const values = originOf(event)?.properties ?? {};
  const number = (name: string) => numberIn(values, name);
  return {
    station_count: nst ?? (number("num-stations-used") || null),
    phase_count: number("num-phases-used") || null,
    azimuthal_gap_deg: gap ?? number("azimuthal-gap"),
    nearest_station_deg: dmin ?? number("minimum-distance"),
    rms_s: rms ?? number("standard-error"),
    // An error of zero was not computed.
    time_error_s: number("eventtime-error") || null,
    horizontal_error_km: number("horizontal-error") || null,
    depth_error_km: number("vertical-error") || null,
    depth_type: values["depth-type"] ?? null,
    magnitude_error: number("magnitude-error") || null,
    magnitude_station_count: number("magnitude-num-stations-used") || null,
  };
}

/** The hypocentre in the details that is the published one: details may be older than the feed. */
function originOf({ solutions, latitude, longitude, depthKm }: CatalogueEvent): SolutionProduct | undefined {
  const isSame = (a: number | null, b: number | null) => a !== null && b !== null && Math.abs(a - b) < SAME;
  return solutions.find(({ product, properties }) => {
    if (product !== "origin") return false;
    const [x, y, z] = ["longitude", "latitude", "depth"].map((name) => numberIn(properties, name)) as [number, number, number];
    return isSame(y, latitude) && isSame(x, longitude) && isSame(z, depthKm);
  });
}

/** Feeds and details round the same solution to different digits; degrees and km. */
const SAME = 0.006;

/** The other hypocentres: of other agencies, and of the contributors of the USGS. */
export function otherSolutions(event: CatalogueEvent): EarthquakeDetail["other_solutions"] {
  const own = originOf(event);
  const reports = event.otherReports.map(({ agency, id, time, latitude, longitude, depthKm, magnitude, magnitudeType }) => {
    const numbers = { latitude, longitude, depth_km: depthKm, magnitude, magnitude_type: magnitudeType };
    return { agency, contributor: null, id, occurred_at: time === null ? null : isoTime(time), ...numbers };
  });
  // That of another agency is in its report.
  const isReported = ({ source }: SolutionProduct) => event.otherReports.some(({ agency }) => agency === source);
  const origins = event.solutions.filter((one) => one.product === "origin" && one !== own && !isReported(one));
  const contributed = origins.map(({ code, source, properties }) => ({
    agency: "usgs",
    contributor: (properties["origin-source"] ?? properties["eventsource"] ?? source).toLowerCase(),
    id: code,
    occurred_at: timeIn(properties, "eventtime"),
    latitude: numberIn(properties, "latitude"),
    longitude: numberIn(properties, "longitude"),
    depth_km: numberIn(properties, "depth"),
    magnitude: numberIn(properties, "magnitude"),
    magnitude_type: properties["magnitude-type"] ?? null,
  }));
  return [...reports, ...contributed];
}

/** The mechanisms, the preferred one first: tensors before planes of first motions, each kind in the agency's order. */
export function mechanismsOf({ solutions }: CatalogueEvent): Mechanism[] {
  return solutions.flatMap((solution) => mechanismOf(solution) ?? []);
}

/** Undefined where a product has neither a tensor nor planes. */
function mechanismOf({ product, source, code, updated, properties }: SolutionProduct): Mechanism | undefined {
  if (product === "origin") return undefined;
  const number = (name: string) => numberIn(properties, name);
  const tensor = tensorOf(number);
  const stated = planesOf(number);
  if (!tensor && !stated) return undefined;
  const [first] = stated ?? [];
  const shape = tensor ?? (first && doubleCouple(first));
  if (!shape) return undefined;
  const planes =
    stated ?? nodalPlanes(shape).map(({ strike, dip, rake }) => ({ strike: tenth(strike), dip: tenth(dip), rake: tenth(rake) }));
  const principal = principalAxes(shape).map(axisOf) as [Axis, Axis, Axis];
  const axes = (["t", "n", "p"] as const).map((name) => axisIn(name, number));
  const isStated = axes.every((axis) => axis !== undefined);
  const [t, n, p] = isStated ? axes : principal.map((axis) => computedAxis(axis, tensor !== null));
  const share = number("percent-double-couple");
  if (!t || !n || !p) return undefined;
  return {
    kind: product,
    contributor: (properties["beachball-source"] ?? properties["eventsource"] ?? source).toLowerCase(),
    id: code,
    updated_at: isoTime(updated),
    review_status: properties["review-status"] ?? null,
    magnitude: number("derived-magnitude"),
    magnitude_type: properties["derived-magnitude-type"] ?? null,
    depth_km: number("derived-depth"),
    scalar_moment_nm: number("scalar-moment"),
    double_couple_share: share ?? (tensor && Math.round(doubleCoupleShare(tensor) * 1000) / 1000),
    duration_s: number("sourcetime-duration"),
    tensor,
    nodal_planes: planes,
    t_axis: t,
    n_axis: n,
    p_axis: p,
    computed: [
      ...(share === null && tensor ? (["double_couple_share"] as const) : []),
      ...(stated ? [] : (["nodal_planes"] as const)),
      ...(isStated ? [] : (["axes"] as const)),
    ],
  };
}

type Numbers = (name: string) => number | null;

function tensorOf(number: Numbers): MomentTensor | null {
  const [mrr, mtt, mpp, mrt, mrp, mtp] = ["rr", "tt", "pp", "rt", "rp", "tp"].map((name) => number(`tensor-m${name}`));
  if (mrr == null || mtt == null || mpp == null || mrt == null || mrp == null || mtp == null) return null;
  return [mrr, mtt, mpp, mrt, mrp, mtp].some((value) => value !== 0) ? { mrr, mtt, mpp, mrt, mrp, mtp } : null;
}

function planesOf(number: Numbers): Mechanism["nodal_planes"] | undefined {
  const planes = [1, 2].map((at) => ["strike", "dip", "rake"].map((name) => number(`nodal-plane-${at}-${name}`)));
  const known = planes.flatMap(([strike, dip, rake]) => {
    if (strike == null || dip == null || rake == null) return [];
    return [{ strike: within360(strike), dip, rake: rake > 180 ? rake - 360 : rake < -180 ? rake + 360 : rake }];
  });
  return known.length === 2 ? known : undefined;
}

function axisIn(name: "t" | "n" | "p", number: Numbers): Mechanism["t_axis"] | undefined {
  const [azimuth, plunge] = [number(`${name}-axis-azimuth`), number(`${name}-axis-plunge`)];
  if (azimuth === null || plunge === null) return undefined;
  return { azimuth: within360(azimuth), plunge, value_nm: number(`${name}-axis-length`) };
}

/** 0 to less than 360 degrees, without the noise of the division in the last digits. */
function within360(degrees: number): number {
  return Number(((degrees + 360) % 360).toFixed(6));
}

function computedAxis({ azimuth, plunge, value }: Axis, hasTensor: boolean): Mechanism["t_axis"] {
  return { azimuth: tenth(azimuth), plunge: tenth(plunge), value_nm: hasTensor ? Number(value.toPrecision(DIGITS)) : null };
}

/** Significant digits of published moments. */
const DIGITS = 4;

function numberIn(properties: Readonly<Record<string, string>>, name: string): number | null {
  const text = properties[name];
  return text === undefined ? null : Number(text);
}

function timeIn(properties: Readonly<Record<string, string>>, name: string): string | null {
  const time = Date.parse(properties[name] ?? "");
  return Number.isNaN(time) ? null : isoTime(time);
}
