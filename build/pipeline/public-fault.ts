/** The public description of a fault. */
export interface PublicFault {
  code: string;
  message: string;
}

/**
 * The public description of a fault. Messages of errors are only for the operator: they quote addresses with keys, paths and texts
 * of agencies. A code that is not in the table is published as `unknown`.
 */
export function publicFault(code: string): PublicFault {
  if (RECORD_FAULTS.has(code)) return { code, message: `A record cannot be read: ${code.replaceAll("-", " ")}.` };
  const message = FAULTS.get(code);
  return message === undefined ? { code: "unknown", message: "The operator's log has the details." } : { code, message };
}

const FAULTS = new Map([
  ["answer-invalid", "No answer of the API can hold this earthquake."],
  ["capture-behind", "The answer is older than what the store has."],
  ["capture-empty", "The answer is empty."],
  ["capture-error", "The answer is an error message of the agency."],
  ["capture-from-the-future", "The answer is dated in the future."],
  ["capture-frozen", "The agency repeats an old answer."],
  ["capture-implausible", "The answer would change more than a credible answer does."],
  ["capture-incomplete", "The answer lacks parts that the agency publishes."],
  ["capture-malformed", "The answer is not in the expected format."],
  ["capture-refused", "The agency refused the request."],
  ["capture-shifted", "The table changed while it was read."],
  ["capture-shrunk", "The answer lacks many records that were published before."],
  ["capture-stale", "The answer is older than one received before."],
  ["capture-thinned", "The answer lacks many values that were published before."],
  ["capture-too-large", "The answer is too large."],
  ["capture-truncated", "The answer is incomplete."],
  ["capture-unreachable", "The agency cannot be reached."],
  ["capture-unreadable", "The answer cannot be read."],
  ["data-invalid", "The data that come with the program are damaged."],
  ["detail-contours", "The contours of a ShakeMap cannot be read."],
  ["detail-malformed", "The detail of an event is not in the expected format."],
  ["folder-unwritable", "The tree cannot be written."],
  ["gap", "Events of a period are missing."],
  ["internal-error", "The program has a fault."],
  ["key-unreadable", "The signing key cannot be read."],
  ["notable-malformed", "The table of notable earthquakes is damaged."],
  ["out-not-a-tree", "The folder of the tree holds other files."],
  ["records-shrunk", "Many records were lost within a week."],
  ["store-empty", "The store holds no earthquakes."],
  ["store-in-use", "Another run uses the store."],
  ["store-malformed", "The store is damaged."],
  ["store-missing", "The store is missing."],
  ["store-unreadable", "The store cannot be read."],
  ["store-unwritable", "The store cannot be written."],
  ["tree-damaged", "The tree is damaged."],
  ["tree-missing", "The tree is missing."],
]);

const RECORD_FAULTS = new Set(
  (
    "date-impossible depth-invalid depth-out-of-range evaluation-rejected geojson-invalid geometry-missing geometry-not-a-point " +
    "id-impossible id-invalid id-missing id-repeated id-unknown magnitude-invalid magnitude-out-of-range not-a-feature " +
    "origin-missing place-unknown position-contradictory position-impossible position-invalid position-out-of-range " +
    "properties-missing row-malformed status-invalid time-in-the-future time-invalid too-few-columns too-many-columns " +
    "type-invalid updated-in-the-future updated-invalid value-impossible year-unknown"
  ).split(" "),
);
