import { describe, expect, it } from "vitest";
import { s3Address } from "../../../../build/tree/origins/s3/address.ts";

const env = { AWS_REGION: "eu-central-1" };

describe("the address of an object store", () => {
  it.each([
    ["s3://quakes", undefined, "https://quakes.s3.eu-central-1.amazonaws.com/", ""],
    ["s3://quakes/", undefined, "https://quakes.s3.eu-central-1.amazonaws.com/", ""],
    ["s3://quakes/v1/live", undefined, "https://quakes.s3.eu-central-1.amazonaws.com/", "v1/live/"],
    ["s3://quakes.example.org", undefined, "https://s3.eu-central-1.amazonaws.com/quakes.example.org/", ""],
    ["s3://quakes", "https://abc.r2.cloudflarestorage.com", "https://abc.r2.cloudflarestorage.com/quakes/", ""],
    ["s3://quakes/-a_.b/c/", "https://store.example", "https://store.example/quakes/", "-a_.b/c/"],
    ["s3://quakes/a", "http://127.0.0.1:9000/", "http://127.0.0.1:9000/quakes/", "a/"],
    ["s3://quakes", "https://store.example/s3", "https://store.example/s3/quakes/", ""],
    ["s3://quakes", "https://{bucket}.oss.example/", "https://quakes.oss.example/", ""],
  ])("%s at %s is %s", (given, endpoint, bucket, prefix) => {
    expect(s3Address(given, endpoint, env)).toMatchObject({ bucket: new URL(bucket), prefix, region: "eu-central-1" });
  });

  it("is in the region that the environment names, and in the one that a store without regions wants", () => {
    expect(s3Address("s3://quakes", "https://x.r2.cloudflarestorage.com", {}).region).toBe("auto");
    expect(s3Address("s3://quakes", "http://127.0.0.1:9000", {}).region).toBe("us-east-1");
    expect(s3Address("s3://quakes", undefined, { AWS_DEFAULT_REGION: "cn-north-1" }).bucket.host).toBe(
      "quakes.s3.cn-north-1.amazonaws.com.cn",
    );
    expect(() => s3Address("s3://quakes", undefined, {})).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it.each([
    "s3://",
    "s3:///x",
    "s3://q",
    "s3://quakes//x",
    "s3://quakes/../x",
    "s3://quakes/a//",
    "s3://quakes/a/.b",
    "s3://quakes/a b",
    "s3://quakes/?x",
    "s3://a@b/c",
  ])("%s is none", (given) => {
    expect(() => s3Address(given, undefined, env)).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it.each(["minio", "ftp://x", "https://user:word@x/", "https://x/?a=b"])("--endpoint %s is none", (endpoint) => {
    expect(() => s3Address("s3://quakes", endpoint, env)).toThrow(expect.objectContaining({ code: "usage" }));
  });
});
