import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { s3Credentials } from "../../../../build/tree/origins/s3/address.ts";
import { type Listening, listen } from "../../../support/listen.ts";

const dir = mkdtempSync(join(tmpdir(), "quaketree-credentials-"));
const REGION = "eu-central-1";
const servers: Listening[] = [];

/** The chain reads the environment of the process: it must not find anything of this machine. */
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("AWS_")) vi.stubEnv(name, undefined);
  vi.stubEnv("AWS_EC2_METADATA_DISABLED", "true");
  vi.stubEnv("AWS_CONFIG_FILE", join(dir, "no-config"));
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", join(dir, "no-credentials"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const { close } of servers.splice(0)) await close();
});
afterAll(() => rmSync(dir, { recursive: true }));

it("are those of the environment", async () => {
  const given = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  expect(await s3Credentials(given, REGION)()).toEqual({ accessKeyId: "a", secretAccessKey: "b" });
  const token = { AWS_SESSION_TOKEN: "c" };
  expect(await s3Credentials({ ...given, ...token }, REGION)()).toEqual({ accessKeyId: "a", secretAccessKey: "b", sessionToken: "c" });
});

it.each([
  [{ AWS_ACCESS_KEY_ID: "a" }, "AWS_SECRET_ACCESS_KEY not set"],
  [{ AWS_SECRET_ACCESS_KEY: "b" }, "AWS_ACCESS_KEY_ID not set"],
])("half of a pair is an error that does not show the other half", async (env, message) => {
  await expect(s3Credentials(env, REGION)()).rejects.toMatchObject({ code: "credentials-missing", message });
});

it("are those of the profile", async () => {
  const file = join(dir, "credentials");
  writeFileSync(
    file,
    "[default]\naws_access_key_id = no\naws_secret_access_key = no\n\n[quakes]\naws_access_key_id = p\naws_secret_access_key = q\n",
  );
  vi.stubEnv("AWS_SHARED_CREDENTIALS_FILE", file);
  vi.stubEnv("AWS_PROFILE", "quakes");
  expect(await s3Credentials({}, REGION)()).toEqual({ accessKeyId: "p", secretAccessKey: "q" });
});

/** A server of credentials that expire after some seconds, each with a number. */
async function expiring(seconds: number): Promise<string> {
  let asked = 0;
  const server = await listen((_, response) => {
    asked++;
    const Expiration = new Date(Date.now() + seconds * 1000).toISOString();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ AccessKeyId: `key-${asked}`, SecretAccessKey: "s", Token: "t", Expiration }));
  });
  servers.push(server);
  return `${server.base}/role`;
}

it("are those of the role of a container, which are asked for again when they expire", async () => {
  vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", await expiring(60));
  const source = s3Credentials({}, REGION);
  expect(await source()).toEqual({ accessKeyId: "key-1", secretAccessKey: "s", sessionToken: "t" });
  // The library asks again minutes before the end, while the former ones are still used.
  await expect.poll(async () => (await source()).accessKeyId).toBe("key-2");
});

it("are asked for once while they are valid", async () => {
  vi.stubEnv("AWS_CONTAINER_CREDENTIALS_FULL_URI", await expiring(3600));
  const source = s3Credentials({}, REGION);
  expect([await source(), await source()].map(({ accessKeyId }) => accessKeyId)).toEqual(["key-1", "key-1"]);
});

it("missing credentials are an error that says what to do", async () => {
  await expect(s3Credentials({}, REGION)()).rejects.toMatchObject({
    code: "credentials-missing",
    message: expect.stringContaining("no credentials of the object store"),
    hint: expect.stringContaining("AWS_PROFILE"),
  });
});
