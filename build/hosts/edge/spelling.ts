import type { Endpoint } from "../../contract/table/endpoints.ts";
import type { Parameter, ParameterValue } from "../../contract/table/parameter.ts";
import { token } from "../../contract/table/paths.ts";
import type { Prebuilt } from "./prebuilt.ts";

/** No number that is meant needs more characters (`contract/parameter-value.ts`). */
const MAXIMUM_DIGITS = 32;

/** Any one character of a value, percent-encoded or not. */
const CHARACTER = "(?:%[0-9A-Fa-f]{2}|[^&%])";

/** Where a value ends. */
const END = "(?=&|$)";

/** A regular expression for a text, each character of which may be percent-encoded. */
function spelt(text: string, ignoreCase = false): string {
  return Array.from(text, (character) => {
    const cases = ignoreCase ? [character.toLowerCase(), character.toUpperCase()] : [character];
    return `(?:${[...new Set(cases)].map(oneCharacter).join("|")})`;
  }).join("");
}

function oneCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(2, "0");
  const encoded = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  // In a query a plus stands for a blank, and a blank cannot stand there by itself.
  const plain = character === " " ? "\\+" : character.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return character === "+" ? `%${encoded}` : `${plain}|%${encoded}`;
}

/** A regular expression for every way to write a value that the parser reads as that value. */
function speltValue(parameter: Parameter, value: ParameterValue): string {
  if (typeof value === "number") {
    const within = `(?=${CHARACTER}{1,${MAXIMUM_DIGITS}}(?:&|$))`;
    return `${within}${parameter.type === "integer" ? integer(value) : decimal(value)}${END}`;
  }
  if (parameter.fold !== "token") return `${spelt(value)}${END}`;
  const blankOrHyphen = `(?:${oneCharacter(" ")}|${oneCharacter("-")})`;
  return `${token(value)
    .split("-")
    .map((word) => spelt(word, true))
    .join(blankOrHyphen)}${END}`;
}

function integer(value: number): string {
  return `${spelt("0")}*${spelt(String(value))}`;
}

function decimal(value: number): string {
  const [whole = "", fraction = ""] = String(Math.abs(value)).split(".");
  const minus = `(?:${oneCharacter("-")})`;
  const plus = `(?:${oneCharacter("+")})?`;
  // Zero has no sign of its own.
  const sign = value < 0 ? minus : value === 0 ? `(?:${minus}|${plus})` : plus;
  const zeros = `${spelt("0")}*`;
  const behind = fraction === "" ? `(?:${spelt(".")}${spelt("0")}+)?` : `${spelt(".")}${spelt(fraction)}${zeros}`;
  return `${sign}${zeros}${spelt(whole)}${behind}`;
}

/** `name=value` in every spelling, other names for the same parameter included (`days=7` is `hours=168`). */
export function speltPair(endpoint: Endpoint, parameter: Parameter, value: ParameterValue): string {
  const own = `${spelt(parameter.name)}=${speltValue(parameter, value)}`;
  const others = endpoint.parameters
    .filter(({ insteadOf }) => insteadOf === parameter.name)
    .map((other) => [other, otherValue(other.name, Number(value))] as const)
    .filter(([, same]) => Number.isInteger(same))
    .map(([other, same]) => `${spelt(other.name)}=${speltValue(other, same)}`);
  return `(?:${[own, ...others].join("|")})`;
}

function otherValue(name: string, value: number): number {
  if (name === "days") return value / 24;
  // Any limit has its first page at offset 0, and no other page is prebuilt.
  return value === 0 ? 1 : Number.NaN;
}

/** The names by which a parameter may be given; to give two of them, or one twice, is a mistake. */
export function speltNames(endpoint: Endpoint, parameter: Parameter): string {
  const others = endpoint.parameters.filter(({ insteadOf }) => insteadOf === parameter.name);
  return `(?:${[parameter, ...others].map(({ name }) => spelt(name)).join("|")})`;
}

/** Longer queries are refused (`contract/parameters.ts`). */
const MAXIMUM_QUERY_LENGTH = 4096;

/**
 * What a query has to look like to be answered from a file at all: parameters that the answers differ by with any value,
 * others as by default, nothing else, nothing twice.
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
      ? `${speltNames(endpoint, parameter)}=[^&]+`
      : speltPair(endpoint, parameter, parameter.default as ParameterValue),
  );
  const twice = known.map((parameter) => {
    const names = speltNames(endpoint, parameter);
    return `${names}=(?:.*&)?${names}=`;
  });
  return {
    refused: `(?:^|&)(?:${twice.join("|")})`,
    accepted: `^(?=.{0,${MAXIMUM_QUERY_LENGTH}}$)&*(?:(?:${pairs.join("|")})(?:&+|$))*$`,
  };
}
