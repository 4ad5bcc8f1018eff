/** What one parameter of an endpoint accepts. Bounds are inclusive; a value outside them is an error, never clamped. */
export interface Parameter {
  name: string;
  in: "query" | "path";
  /** `integer`: decimal digits. `number`: optional sign, digits, optional fraction. `choice`: one of `choices`. `text`: anything within its lengths. */
  type: "integer" | "number" | "choice" | "text";
  minimum?: number;
  maximum?: number;
  /** Lengths of a `text`, in characters (code points) after trimming. */
  minLength?: number;
  maxLength?: number;
  /** For `choice` (canonical spellings), or for an `integer` that has only a few values. */
  choices?: readonly (string | number)[];
  /** How a given choice is compared with the canonical ones. `token`: any case, `-` or a blank for a blank. */
  fold?: "upper" | "token";
  /** A regular expression that a path parameter has to match, for the description; a value that does not is simply not found. */
  pattern?: string;
  default?: number | string;
  required?: boolean;
  /** Another spelling of the named parameter: the two may not be given together. */
  insteadOf?: string;
}

/** A value that the parser has checked. */
export type ParameterValue = number | string;
