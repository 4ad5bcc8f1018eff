import { memoizeByKey } from "../wire/memoize.ts";
import { nearest } from "./nearest.ts";

/**
 * The values that a parameter accepts. A number or a text of a query has choices or two bounds, which are inclusive. A value outside is
 * an error and is never clamped.
 */
export interface Parameter {
  name: string;
  in: "query" | "path";
  /**
   * `integer`: decimal digits. `number`: optional sign, digits, optional fraction. `choice`: one of `choices`. `text`:
   * any text within its lengths.
   */
  type: "integer" | "number" | "choice" | "text";
  minimum?: number;
  maximum?: number;
  /** Lengths of a `text` after trimming, in code points. */
  minLength?: number;
  maxLength?: number;
  /** For `choice` (canonical spellings), or for an `integer` with only a few values. */
  choices?: readonly (string | number)[];
  /** How a given choice is compared. `token`: ignores case, and accepts `-` for a space. */
  fold?: "upper" | "token";
  /** A regular expression for a path parameter. A value that does not match gets a 404. */
  pattern?: string;
  default?: number | string;
  required?: boolean;
  /** A synonym of the named parameter: the two must not be given together. */
  aliasOf?: string;
}

/** A validated value. */
export type ParameterValue = number | string;

/** A validated value, or an error with a suggestion. */
export type ValueResult = { ok: true; value: ParameterValue } | { ok: false; hint?: string };

/** No valid number needs more digits. The limit bounds the work for invalid ones. */
const MAXIMUM_DIGITS = 32;

/** Longer lists of choices are not spelled out in messages. */
const MAXIMUM_LISTED = 30;

/**
 * Parses a decoded value by the type of its parameter. Nothing is clamped; a number is compared with its bounds after
 * rounding to double precision.
 */
export function readValue(parameter: Parameter, given: string): ValueResult {
  switch (parameter.type) {
    case "integer":
      return readNumber(parameter, given, /^\d+$/);
    case "number":
      return readNumber(parameter, given, /^[+-]?\d+(\.\d+)?$/);
    case "choice":
      return readChoice(parameter, given);
    case "text":
      return readText(parameter, given);
  }
}

function readNumber(parameter: Parameter, given: string, grammar: RegExp): ValueResult {
  if (given.length > MAXIMUM_DIGITS || !grammar.test(given)) return { ok: false };
  // Adding zero turns -0 into 0.
  const value = Number(given) + 0;
  if (parameter.choices) {
    return parameter.choices.includes(value) ? { ok: true, value } : { ok: false, hint: nearestNumber(value, parameter.choices) };
  }
  const { minimum = -Infinity, maximum = Infinity } = parameter;
  return value >= minimum && value <= maximum ? { ok: true, value } : { ok: false };
}

function nearestNumber(value: number, choices: readonly ParameterValue[]): string {
  const distance = (choice: ParameterValue) => Math.abs(Number(choice) - value);
  return String(choices.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best)));
}

function readChoice(parameter: Parameter, given: string): ValueResult {
  const value = foldedChoices(parameter).get(foldChoice(parameter, given));
  if (value !== undefined) return { ok: true, value };
  const hint = nearest(given, (parameter.choices ?? []).map(String));
  return hint === undefined ? { ok: false } : { ok: false, hint };
}

/** Choices by their folded form. The map is cached, because folding 250 country codes takes longer than answering the query. */
const foldedChoices = memoizeByKey(
  (parameter: Parameter) => new Map((parameter.choices ?? []).map((choice) => [foldChoice(parameter, String(choice)), String(choice)])),
);

// Folds ASCII letters only: toUpperCase would turn "ß" into SS (South Sudan) and "ıt" into IT (Italy).
function foldChoice(parameter: Parameter, text: string): string {
  switch (parameter.fold) {
    case "upper":
      return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    case "token":
      return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll(" ", "-");
    default:
      return text;
  }
}

function readText(parameter: Parameter, given: string): ValueResult {
  const value = given.trim();
  const length = [...value].length;
  const { minLength = 0, maxLength = Infinity } = parameter;
  return length >= minLength && length <= maxLength ? { ok: true, value } : { ok: false };
}

/** The accepted values of a parameter, in words. @example describeAllowed(limit) // "an integer from 1 to 200" */
export function describeAllowed(parameter: Parameter): string {
  const { choices, type, minimum, maximum, minLength, maxLength } = parameter;
  if (choices && choices.length > MAXIMUM_LISTED) {
    return `one of ${choices.length} values (listed in /api/v1/openapi.json), for example ${choices[0]}`;
  }
  if (choices) return `one of ${choices.join(", ")}`;
  if (type === "text") return `text of ${minLength} to ${maxLength} characters`;
  return `${type === "integer" ? "an integer" : "a decimal number"} from ${minimum} to ${maximum}`;
}
