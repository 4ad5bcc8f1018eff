import table from "../../../data/solution-properties.json" with { type: "json" };
import { isoTime } from "../../store/civil-time.ts";
import type { ReportedEvent, SolutionProduct } from "../../store/records.ts";
import { readSolutions } from "../usgs/solutions.ts";

/** The name of a value in the products of the USGS, which have the same units but for `IN_METRES`, by its path in QuakeML. */
type Names = Readonly<Record<string, string>>;

export const NAMES: Readonly<Record<"origin" | "magnitude" | "mechanism", Names>> = table.quakeml;

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
  const quality = { ...valuesIn(origin, NAMES.origin), ...(size && valuesIn(size, NAMES.magnitude)) };
  const numbers = { latitude, longitude, depth: depthKm, magnitude };
  const known = Object.entries(numbers).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  const published = { eventtime: isoTime(time), ...Object.fromEntries(known), "magnitude-type": magnitudeType, ...quality };
  const [tensors, planes] = [true, false].map((hasTensor) =>
    mechanisms.filter(({ values }) => values.has("momentTensor/tensor/Mrr/value") === hasTensor),
  ) as [Part[], Part[]];
  const mechanism = (part: Part) => {
    const values = valuesIn(part, NAMES.mechanism);
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
