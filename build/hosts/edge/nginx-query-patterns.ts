import type { Endpoint } from "../../contract/table/endpoints.ts";
import type { Parameter, ParameterValue } from "../../contract/table/parameter.ts";
import { token } from "../../contract/table/paths.ts";
import type { Prebuilt } from "./prebuilt.ts";

// Letters, digits and signs count only as they are: no client percent-encodes them, and a query that does gets a 400.

/** Longer numbers are refused (`contract/table/parameter-value.ts`). */
const MAXIMUM_DIGITS = 32;

/** Longer queries are refused (`contract/table/parameters.ts`). */
const MAXIMUM_QUERY_LENGTH = 4096;

/** A regular expression for every way to write a value that the parser reads as that value. */
function valuePattern(parameter: Parameter, value: ParameterValue): string {
  if (typeof value === "number") {
    const digits = parameter.type === "integer" ? `0*${value}` : decimalPattern(value);
    return `(?=[^&]{1,${MAXIMUM_DIGITS}}(?:&|$))${digits}(?=&|$)`;
  }
  const text = parameter.fold === "token" ? `(?i:${token(value).replaceAll("-", "(?:[-+]|%20)")})` : value;
  return `${text}(?=&|$)`;
}

function decimalPattern(value: number): string {
  const [whole = "", fraction = ""] = String(Math.abs(value)).split(".");
  const sign = value < 0 ? "-" : value === 0 ? "-?" : "";
  return `${sign}0*${whole}${fraction === "" ? "(?:\\.0+)?" : `\\.${fraction}0*`}`;
}

/** A regular expression for `name=value`, other names of the same parameter included (`days=7` is `hours=168`). */
export function pairPattern(endpoint: Endpoint, parameter: Parameter, value: ParameterValue): string {
  const others = synonymsOf(endpoint, parameter)
    .map((other) => [other, synonymValue(other.name, Number(value))] as const)
    .filter(([, same]) => Number.isInteger(same));
  const pairs = [[parameter, value] as const, ...others];
  return `(?:${pairs.map(([own, same]) => `${own.name}=${valuePattern(own, same)}`).join("|")})`;
}

function synonymsOf(endpoint: Endpoint, { name }: Parameter): Parameter[] {
  return endpoint.parameters.filter(({ insteadOf }) => insteadOf === name);
}

function synonymValue(name: string, value: number): number {
  if (name === "days") return value / 24;
  // Any limit has its first page at offset 0, and no other page is prebuilt.
  return value === 0 ? 1 : Number.NaN;
}

/** A regular expression for the names of a parameter. To give two of them, or one twice, is an error. */
export function namesPattern(endpoint: Endpoint, parameter: Parameter): string {
  return `(?:${[parameter, ...synonymsOf(endpoint, parameter)].map(({ name }) => name).join("|")})`;
}

/**
 * The form of a query that a file can answer: any value for the parameters by which the files differ, the default for all
 * others, nothing else, nothing twice.
 *
 * @returns two regular expressions: one that must not match, one that must
 */
export function queryShape({ endpoint, parameters }: Prebuilt): { refused: string; accepted: string } {
  const free = new Set(parameters.map(({ parameter }) => parameter.name));
  const known = endpoint.parameters.filter(
    ({ name, in: place, insteadOf, default: preset }) =>
      place === "query" && insteadOf === undefined && (free.has(name) || preset !== undefined),
  );
  const pairs = known.map((parameter) =>
    free.has(parameter.name)
      ? `${namesPattern(endpoint, parameter)}=[^&]+`
      : pairPattern(endpoint, parameter, parameter.default as ParameterValue),
  );
  const twice = known.map((parameter) => {
    const names = namesPattern(endpoint, parameter);
    return `${names}=(?:.*&)?${names}=`;
  });
  return {
    refused: `(?:^|&)(?:${twice.join("|")})`,
    accepted: `^(?=.{0,${MAXIMUM_QUERY_LENGTH}}$)&*(?:(?:${pairs.join("|")})(?:&+|$))*$`,
  };
}
