import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signedHeaders } from "../../../build/tree/origins/s3/request.ts";

// Amazon S3 API reference, "Signature Calculations for the Authorization Header: Transferring Payload in a Single Chunk".
const keys = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
const credentials = async () => keys;
const bucket = new URL("https://examplebucket.s3.amazonaws.com/");
const address = { name: "s3://examplebucket/", bucketName: "examplebucket", prefix: "", region: "us-east-1", bucket };
const now = () => Date.UTC(2013, 4, 24);

async function signature(path: string, method: string, body?: Uint8Array): Promise<string> {
  const asked = { method, url: new URL(path, bucket), headers: new Headers(), body };
  const headers = await signedHeaders(asked, { address, credentials, now });
  expect(headers.get("x-amz-date")).toBe("20130524T000000Z");
  return headers.get("authorization") ?? "";
}

describe("a signed request", () => {
  it.each([
    ["/?lifecycle", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
    ["/?max-keys=2&prefix=J", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
  ])("the request for %s has the signature that Amazon publishes", async (path, expected) => {
    expect(await signature(path, "GET")).toBe(
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, " +
        `SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${expected}`,
    );
  });

  it("signs the hash of the body, and another body has another signature", async () => {
    const [one, other] = [Buffer.from("Welcome to Amazon S3."), Buffer.from("welcome to Amazon S3.")];
    const headers = await signedHeaders(
      { method: "PUT", url: new URL("/test", bucket), headers: new Headers(), body: one },
      { address, credentials, now },
    );
    expect(headers.get("x-amz-content-sha256")).toBe(createHash("sha256").update(one).digest("hex"));
    expect(await signature("/test", "PUT", one)).not.toBe(await signature("/test", "PUT", other));
  });

  it("leaves headers that may change on the way out of the signature, and takes a session token in", async () => {
    const headers = new Headers({ "content-type": "application/json", "cache-control": "no-cache", "if-none-match": "*" });
    const signing = { address, credentials: async () => ({ ...keys, sessionToken: "token" }), now };
    const signed = await signedHeaders({ method: "PUT", url: new URL("/a", bucket), headers }, signing);
    expect(signed.get("authorization")).toContain("SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,");
    expect(signed.get("content-type")).toBe("application/json");
    expect(signed.get("if-none-match")).toBe("*");
  });
});
