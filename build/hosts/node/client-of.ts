import type { IncomingMessage } from "node:http";

/**
 * Whose request it is, for the limits of each client: the address that it comes from. A proxy on the same machine says for whom it
 * asks, in the last address of `X-Forwarded-For`; what the other addresses say, any client may have written. A proxy on another machine
 * is one client, because any client could say that it is one.
 */
export function clientOf({ headers, socket: { remoteAddress = "" } }: Pick<IncomingMessage, "headers" | "socket">): string {
  if (!/^(?:::ffff:)?127[.]|^::1$/.test(remoteAddress)) return remoteAddress;
  return (
    String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim() || remoteAddress
  );
}
