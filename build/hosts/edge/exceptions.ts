/** Why such a host sends no header that depends on the snapshot. */
const FILES_HAVE_NO_SNAPSHOT =
  "A file server knows a file and not the snapshot that it is of: ETag and Last-Modified are those of the file, and X-Snapshot, X-As-Of and Link, which would have to be computed, are left out rather than stated wrongly between a rebuild and a reload.";

const ONLY_WHOLE_ANSWERS =
  "Only whole answers can be given: the defaults, the feeds, countries by zone and continent, the glossary by category, and the grid. Any other query, right or wrong, gets a 400 of the type not-prebuilt that says which there are; no parameter is ever ignored.";

/** Cases about conditions, ranges and encodings. */
const FORMS = "^(?:condition|range|encoding): ";
const FORMS_ARE_THE_PLATFORMS =
  "Conditions, parts and encodings are done by the platform, after the function and according to its own documentation; the suite runs the function, and not the platform.";

const NGINX_DATES =
  "nginx compares dates with that of the file, also beside an ETag, and takes a malformed one for one that has passed.";

/**
 * Hosts that can only rewrite URLs, and their declared deviations from the contract. Several exceptions may cover one
 * case; an exception with a status applies only to answers with that status.
 */
export const STATIC_HOSTS = [
  {
    id: "nginx",
    name: "nginx",
    what: "a generated configuration; the grid from files, anything else refused or passed to a Node host",
    exceptions: [
      {
        cases: "",
        differs: ["etag", "last-modified", "x-snapshot", "x-as-of", "link", "accept-ranges"],
        reason: FILES_HAVE_NO_SNAPSHOT,
      },
      {
        cases: "^(?:query|spelling|unencoded|method|condition|range|event|path|swap)\\b",
        differs: ["*"],
        status: 400,
        reason: ONLY_WHOLE_ANSWERS,
      },
      {
        cases: "",
        differs: ["body", "content-type", "content-length"],
        status: 308,
        reason: "nginx writes a short HTML note into the body of a redirect.",
      },
      {
        cases: "^unencoded: ",
        differs: ["location"],
        status: 308,
        reason: "nginx keeps octets beyond ASCII in a query as they came; the rewrite encodes them.",
      },
      {
        cases: "^(?:path: /api(?:%2F|%5c)|path: /api/v1/(?:glossary|plates)/%(?:E6|ff)|unencoded: /|nowhere: .*%)",
        differs: ["body", "content-length"],
        status: 404,
        reason:
          "nginx cannot write JSON, so what was asked for is repeated in the detail only where it is plain ASCII without quotes and backslashes.",
      },
      {
        cases: "^condition: a date since when nothing changed, prebuilt$",
        differs: ["*"],
        status: 304,
        reason: NGINX_DATES,
      },
      {
        cases: "^condition: If-Unmodified-Since (?:beside If-Match|that is no date), prebuilt$",
        differs: ["*"],
        status: 412,
        reason: NGINX_DATES,
      },
      {
        cases: "^range: whatever a client accepts$",
        differs: ["*"],
        status: 200,
        reason: "nginx sends a compressed file whole where a part was asked for.",
      },
      {
        cases: "^range: (?:backwards|of nothing)$",
        differs: ["*"],
        status: 416,
        reason: "nginx answers a malformed range with 416 where the contract passes over it.",
      },
      {
        cases: "^range: (?:if it has not changed since|by HEAD)$",
        differs: ["*"],
        status: 206,
        reason: "nginx takes a date in If-Range, and says to HEAD what a GET would be given.",
      },
      {
        cases: "^range: (?:behind the end|the last no bytes)$",
        differs: ["cache-control"],
        status: 416,
        reason:
          "nginx finds out that there is no such part when the headers of the file are set already, how long it may be kept included.",
      },
      {
        cases: "^encoding: (?:gzip rather than|anything|by its old name|nonsense)",
        differs: ["content-encoding", "content-length"],
        reason: "nginx prefers brotli whatever the weights are, and does not know a star or x-gzip in Accept-Encoding.",
      },
    ],
  },
  {
    id: "cloudfront",
    name: "CloudFront Function",
    what: "a generated function before an object store; the grid from files, anything else refused",
    exceptions: [
      { cases: FORMS, differs: [], untested: true, reason: FORMS_ARE_THE_PLATFORMS },
      {
        cases: "^unencoded: ",
        differs: [],
        untested: true,
        reason: "What CloudFront makes of octets beyond ASCII in an address is not documented.",
      },
      {
        cases: "",
        differs: ["etag", "last-modified", "x-snapshot", "x-as-of", "link", "accept-ranges"],
        reason: FILES_HAVE_NO_SNAPSHOT,
      },
      {
        cases: "^(?:query|spelling|method|event|path|swap)\\b",
        differs: ["*"],
        status: 400,
        reason: ONLY_WHOLE_ANSWERS,
      },
      {
        cases: "^event: |^swap: /api/v1/earthquakes/",
        differs: ["*"],
        status: 404,
        reason:
          "An event is found under its slug alone: the table of all ids is larger than a function may be, and a copy for each id would double the number of files.",
      },
      {
        cases: "^(?:path|nowhere): |^method: HEAD /nothing$",
        differs: ["*"],
        status: 404,
        reason: "Whether a country, plate, term or event is there only the object store knows, whose 404 is its own.",
      },
      {
        cases: "^path: /api/recent\\?$",
        differs: ["location"],
        status: 308,
        reason: "A function is not told of a question mark with nothing behind it.",
      },
      {
        cases: "^method: (?:PROPFIND|TRACE)",
        differs: ["*"],
        status: 403,
        reason: "CloudFront refuses methods that it does not know with a 403 of its own.",
      },
    ],
  },
  {
    id: "netlify",
    name: "Netlify Edge Function",
    what: "the same function for Netlify; its redirect rules would let unknown parameters pass",
    exceptions: [
      { cases: FORMS, differs: [], untested: true, reason: FORMS_ARE_THE_PLATFORMS },
      {
        cases: "",
        differs: ["etag", "last-modified", "x-snapshot", "x-as-of", "link", "accept-ranges"],
        reason: FILES_HAVE_NO_SNAPSHOT,
      },
      {
        cases: "^(?:query|spelling|unencoded|method|event|path|swap)\\b",
        differs: ["*"],
        status: 400,
        reason: ONLY_WHOLE_ANSWERS,
      },
      {
        cases: "^event: |^swap: /api/v1/earthquakes/",
        differs: ["*"],
        status: 404,
        reason: "An event is found under its slug alone: the table of all ids would have to be part of the function.",
      },
      {
        cases:
          "^path: /api/v1/(?:countries/(?:jp/|JPN|XX|Japan/)|plates/(?:nowhere|naz\\+|nazca%20|nazca;|%3C)|glossary/)|^path: /api(?:%2F|%5c)|^path: .*/passwd$",
        differs: ["body", "content-length"],
        status: 404,
        reason:
          "Whether a country, plate, term or event is there only the platform knows: the 404 says that there is no such page or file.",
      },
      {
        cases: "^path: .*/(?:\\.|%2[eE]){1,2}/",
        differs: ["*"],
        status: 200,
        reason:
          "The standard Request takes dot segments out of an address, however they are written, before the function sees it.",
      },
      {
        cases: "^nowhere: .*%",
        differs: ["body", "content-length"],
        status: 404,
        reason: "An address that is not there is shown as it was encoded.",
      },
      {
        cases: "^path: /api/recent\\?$|^unencoded: ",
        differs: ["location"],
        status: 308,
        reason:
          "The standard Request is silent about a question mark with nothing behind it, and encodes less of a query.",
      },
      {
        cases: "^method: TRACE$",
        differs: [],
        untested: true,
        reason: "The standard Request knows no TRACE.",
      },
    ],
  },
] as const;
