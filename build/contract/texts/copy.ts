/**
 * On a page that the service worker answers from its copy, because the host is out of reach: as of when the data of the page
 * are, ISO 8601, UTC.
 */
export const COPY_AS_OF = "x-copy-as-of";
