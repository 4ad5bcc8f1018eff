import { createHmac } from "node:crypto";
import { UserError } from "../../platform/error.ts";
import { send, USER_AGENT } from "../../platform/http/client.ts";
import { type Network, statusFailure, withRetries } from "../../platform/http/retry.ts";
import type { Message } from "./message.ts";

/** A receiver may delay a run by a few seconds, but not the next one: who asks for a longer wait is asked again in a later run. */
const TIMEOUT_MS = 5_000;
const RETRIES = { tries: 2, longestWaitMs: 2_000 };

/**
 * Posts a message.
 *
 * @param id the same at every attempt
 * @param secret signs the message; undefined: unsigned
 * @throws RequestFailure; its message has only the origin of the address, because the rest is secret
 */
export async function post(id: string, { url, contentType, body }: Message, secret: string | undefined, network: Network): Promise<void> {
  const where = `the receiver at ${url.origin}`;
  const failed = (_: string, reason: string) => new UserError("notice-failed", `${where} was not reached: ${reason}`);
  const seconds = Math.floor(network.now() / 1000);
  const signed = secret === undefined ? {} : { "webhook-signature": signatureOf(secret, id, seconds, body) };
  const once = async () => {
    const response = await send(
      {
        url,
        method: "POST",
        headers: {
          "user-agent": USER_AGENT,
          "content-type": contentType,
          "webhook-id": id,
          "webhook-timestamp": String(seconds),
          ...signed,
        },
        body: new TextEncoder().encode(body),
        limits: { totalMs: TIMEOUT_MS },
        reports: { unreachable: failed, refused: failed },
        followsRedirects: false,
      },
      network.fetch,
    );
    const { status, ok } = response;
    response.close();
    if (!ok) throw statusFailure(new UserError("notice-failed", `${where} answered with status ${status}`), response, network.now());
  };
  await withRetries(once, RETRIES, network);
}

const SECRET = /^whsec_([A-Za-z0-9+/]{32,128}={0,2})$/;

/** @throws UserError `config-invalid` if a secret is not of the form of Standard Webhooks */
export function secretOf(variable: string, env: NodeJS.ProcessEnv): string {
  const secret = env[variable];
  if (secret !== undefined && SECRET.test(secret)) return secret;
  throw new UserError(
    "config-invalid",
    `the environment variable ${variable} ${secret === undefined ? "is not set" : "is not a secret"}, and a rule of notices signs with it`,
    "set it to whsec_ and the Base64 of 24 to 64 random bytes",
  );
}

/** Signature after Standard Webhooks 1.0: HMAC-SHA256 of id, timestamp and body, joined by full stops. @param seconds since 1970 UTC */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(SECRET.exec(secret)?.[1] ?? "", "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64")}`;
}
