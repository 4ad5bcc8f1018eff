import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { AwsV4Signer } from "aws4fetch";

export const KEYS = { accessKeyId: "S3RVER", secretAccessKey: "a secret of this test" };

/** What S3 would say of a request whose signature, or whose body, is not what it should be. */
export async function signatureFault({ method = "GET", headers }: IncomingMessage, url: URL, body: Buffer) {
  const given = headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
  const said = headers["x-amz-content-sha256"];
  if (said !== createHash("sha256").update(body).digest("hex")) return "XAmzContentSHA256Mismatch";
  const signed = names.filter((name) => name !== "host").map((name) => [name, String(headers[name])] as const);
  const datetime = String(headers["x-amz-date"]);
  const signer = new AwsV4Signer({
    ...KEYS,
    method,
    url: url.href,
    headers: signed.filter(([name]) => name !== "x-amz-date"),
    service: "s3",
    region: "us-east-1",
    datetime,
  });
  const right = (await signer.sign()).headers.get("authorization");
  return right === given ? undefined : "SignatureDoesNotMatch";
}
