import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { BodyReply } from "../../rewrite/reply.ts";
import { completeBody, type HostReply } from "../file-answer.ts";
import { busy } from "../handle.ts";
import { admits, PIECE } from "./bounded-connections.ts";

/** Sends a complete reply. If a streamed body cannot be made to its end, the connection is closed without the end of the body. */
export function send(response: ServerResponse, reply: HostReply): Promise<void> | undefined {
  const isPieces = reply.kind === "body" && reply.body.length > PIECE;
  if (isPieces && !admits(response, reply.body.length))
    return send(response, completeBody(PLAIN, busy("sending other large answers to you")));
  response.writeHead(reply.status, reply.headers);
  if (reply.kind === "stream") return pipeline(readable(reply.chunks), response);
  if (isPieces) sendPieces(response, reply.body);
  else response.end(reply.body);
  return undefined;
}

/** A request without conditions. */
const PLAIN = { method: "GET", header: () => undefined };

/** Sends a reply that does not depend on a tree, and has no conditions. */
export function sendOwn({ method = "GET" }: IncomingMessage, response: ServerResponse, reply: BodyReply): void {
  void send(response, completeBody({ ...PLAIN, method }, reply));
}

function readable(chunks: AsyncIterable<Uint8Array>): Readable {
  return chunks instanceof Readable ? chunks : Readable.from(chunks, { objectMode: false, highWaterMark: 0 });
}

function sendPieces(response: ServerResponse, body: Uint8Array): void {
  let at = 0;
  const next = () => {
    while (at < body.length) if (!response.write(body.subarray(at, (at += PIECE)))) return;
    response.off("drain", next).end();
  };
  response.on("drain", next);
  next();
}
