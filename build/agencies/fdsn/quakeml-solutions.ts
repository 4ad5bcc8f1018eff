import { isoTime } from "../../store/civil-time.ts";
import type { ReportedEvent, SolutionProduct } from "../../store/records.ts";
import { readSolutions } from "../usgs/solutions.ts";

/** The name of a value in the products of the USGS, which have the same units but for `IN_METRES`, by its path in QuakeML. */
type Names = Readonly<Record<string, string>>;

/** How well an origin is determined. */
export const OF_ORIGIN: Names = {
  "quality/usedPhaseCount": "num-phases-used",
  "quality/usedStationCount": "num-stations-used",
  "quality/azimuthalGap": "azimuthal-gap",
  "quality/minimumDistance": "minimum-distance",
  "quality/standardError": "standard-error",
  "time/uncertainty": "eventtime-error",
  "originUncertainty/horizontalUncertainty": "horizontal-error",
  "depth/uncertainty": "vertical-error",
  depthType: "depth-type",
};

export const OF_MAGNITUDE: Names = { "mag/uncertainty": "magnitude-error", stationCount: "magnitude-num-stations-used" };

const elements = (path: string, name: string, names: readonly string[]) =>
  names.map((one) => [`${path}${one}/value`, `${name}${one.toLowerCase()}`]);

export const OF_MECHANISM: Names = {
  azimuthalGap: "azimuthal-gap",
  stationPolarityCount: "num-stations-used",
  evaluationMode: "review-status",
  "momentTensor/scalarMoment/value": "scalar-moment",
  "momentTensor/doubleCouple": "percent-double-couple",
  ...Object.fromEntries([
    ...elements("momentTensor/tensor/", "tensor-", ["Mrr", "Mtt", "Mpp", "Mrt", "Mrp", "Mtp"]),
    ...[1, 2].flatMap((at) => elements(`nodalPlanes/nodalPlane${at}/`, `nodal-plane-${at}-`, ["strike", "dip", "rake"])),
    ...["t", "p", "n"].flatMap((axis) => elements(`principalAxes/${axis}Axis/`, `${axis}-axis-`, ["azimuth", "plunge", "length"])),
  ]),
};

const IN_METRES = new Set(["horizontal-error", "vertical-error"]);

/** An element with its values, by their path. */
interface Part {
  id: string | undefined;
  values: ReadonlyMap<string, string>;
}

/**
 * The preferred origin with its quality, and the focal mechanisms, as the details of the USGS have them; undefined where there are none.
 *
 * @param mechanisms the preferred one first
 * @param nameOf the agency's own name of a thing, by its `publicID`
 */
export function quakemlSolutions(
  { agency, time, updated, latitude, longitude, depthKm, magnitude, magnitudeType }: Omit<ReportedEvent, "solutions">,
  { origin, size, mechanisms }: { origin: Part; size: Part | undefined; mechanisms: readonly Part[] },
  nameOf: (id: string | undefined) => string | undefined,
  noteInvalid: (what: string) => void,
): SolutionProduct[] | undefined {
  const product = ({ id }: Part, properties: object) => {
    const code =
      nameOf(id)
        ?.replace(/[^\w.-]/g, "-")
        .slice(-64) || "1";
    return { source: agency, code, updateTime: updated ?? time, properties };
  };
  const quality = { ...valuesIn(origin, OF_ORIGIN), ...(size && valuesIn(size, OF_MAGNITUDE)) };
  const numbers = { latitude, longitude, depth: depthKm, magnitude };
  const known = Object.entries(numbers).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  const published = { eventtime: isoTime(time), ...Object.fromEntries(known), "magnitude-type": magnitudeType, ...quality };
  const [tensors, planes] = [true, false].map((hasTensor) =>
    mechanisms.filter(({ values }) => values.has("momentTensor/tensor/Mrr/value") === hasTensor),
  ) as [Part[], Part[]];
  const mechanism = (part: Part) => {
    const values = valuesIn(part, OF_MECHANISM);
    const mode = values["review-status"];
    return product(part, { ...values, "review-status": mode === "manual" ? "reviewed" : mode });
  };
  const solutions = readSolutions(
    {
      origin: Object.keys(quality).length > 0 ? [product(origin, published)] : [],
      "moment-tensor": tensors.map(mechanism),
      "focal-mechanism": planes.map(mechanism),
    },
    noteInvalid,
  );
  return solutions.length > 0 ? solutions : undefined;
}

function valuesIn({ values }: Part, names: Names): Record<string, string> {
  const found = Object.entries(names).flatMap(([path, name]) => {
    const value = values.get(path);
    return value === undefined ? [] : [[name, IN_METRES.has(name) ? String(Number(value) / 1000) : value]];
  });
  return Object.fromEntries(found) as Record<string, string>;
}
