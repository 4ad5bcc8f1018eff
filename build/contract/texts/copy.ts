/** Response header of a page that the service worker answers from its copy: the instant of its data, ISO 8601, UTC. */
export const COPY_AS_OF = "x-copy-as-of";
