/** The values that a parameter accepts. Bounds are inclusive; a value outside is an error, never clamped. */
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
  /** How a given choice is compared. `token`: ignores case, and accepts `-` for a blank. */
  fold?: "upper" | "token";
  /** A regular expression for a path parameter. A value that does not match is not found. */
  pattern?: string;
  default?: number | string;
  required?: boolean;
  /** A synonym of the named parameter: the two must not be given together. */
  insteadOf?: string;
}

/** A validated value. */
export type ParameterValue = number | string;
