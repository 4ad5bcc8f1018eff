import { UserError } from "../../../platform/error.ts";
import { hasScheme } from "../../../platform/text.ts";

/** The address of the objects of a tree, with the region for signatures. */
export interface S3Address {
  /** `s3://bucket/prefix/`, for messages. */
  name: string;
  /** Address of the bucket; ends in a slash. */
  bucket: URL;
  bucketName: string;
  /** Prefix of every path: empty, or ends in a slash. */
  prefix: string;
  region: string;
}

/** Whether an argument names an object store. */
export function isS3(given: string): boolean {
  return /^s3:\/\//i.test(given);
}

/** Refuses a target that would be taken as a folder with the name of an address. @throws UserError `usage` */
export function refuseOtherAddresses(target: string): void {
  if (isS3(target) || !hasScheme(target)) return;
  throw new UserError("usage", `${JSON.stringify(target)} is not a target`, "use a folder, or s3://bucket/prefix");
}

// Names that every store accepts and that need no escaping.
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i;
const FOLDER = /^[\w-][\w.-]*$/;

/**
 * Reads `s3://bucket/prefix`.
 *
 * @param endpoint of a store other than Amazon's; `{bucket}` in it is replaced by the bucket, which otherwise follows as a path
 * @param env AWS_REGION, or AWS_DEFAULT_REGION
 * @throws UserError `usage`
 */
export function s3Address(given: string, endpoint: string | undefined, env: NodeJS.ProcessEnv): S3Address {
  const [bucketName = "", ...folders] = given.slice("s3://".length).split("/");
  if (folders.at(-1) === "") folders.pop();
  if (!isS3(given) || !BUCKET.test(bucketName) || !folders.every((folder) => FOLDER.test(folder))) {
    const hint = "it has to be like s3://bucket or s3://bucket/prefix, of letters, digits, dashes, dots and underscores";
    throw new UserError("usage", `${JSON.stringify(given)} names no bucket`, hint);
  }
  const prefix = folders.map((folder) => `${folder}/`).join("");
  const region = env.AWS_REGION || env.AWS_DEFAULT_REGION || defaultRegion(endpoint);
  const bucket = endpoint === undefined ? amazon(bucketName, region) : bucketAt(endpoint, bucketName);
  return { name: `s3://${bucketName}/${prefix}`, bucket, bucketName, prefix, region };
}

/** Stores other than Amazon's have no regions, and expect one of these names. */
function defaultRegion(endpoint: string | undefined): string {
  if (endpoint?.includes(".r2.cloudflarestorage.com")) return "auto";
  if (endpoint !== undefined) return "us-east-1";
  throw new UserError("usage", "AWS_REGION is not set", "name the region of the bucket, or another store with --endpoint");
}

/** A bucket with dots in its name is in the path, because certificates do not match it as a host. */
function amazon(bucketName: string, region: string): URL {
  const host = `s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  return new URL(bucketName.includes(".") ? `https://${host}/${bucketName}/` : `https://${bucketName}.${host}/`);
}

function bucketAt(endpoint: string, bucketName: string): URL {
  const named = endpoint.includes("{bucket}");
  const given = named ? endpoint.replace("{bucket}", bucketName) : endpoint;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    const hint = "it has to be like https://minio.example:9000, without name, password or query";
    throw new UserError("usage", "--endpoint is not the address of an object store", hint);
  }
  url.pathname = `${url.pathname.replace(/\/$/, "")}/${named ? "" : `${bucketName}/`}`;
  return url;
}

interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** Gives the credentials that are valid now: those of a role expire. */
export type CredentialSource = () => Promise<S3Credentials>;

/**
 * The credentials of an object store: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN where they are set; otherwise
 * those of the AWS chain (profile, single sign-on, process, web identity, container, role of the machine). The chain is an optional
 * library, which reads the environment and the files of this process itself.
 *
 * @param region for the chain, which may ask the security token service
 * @throws UserError `credentials-missing`, when the credentials are asked for
 */
export function s3Credentials(env: NodeJS.ProcessEnv, region: string): CredentialSource {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) });
  if (accessKeyId || secretAccessKey) {
    const missing = accessKeyId ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID";
    return async () => Promise.reject(new UserError("credentials-missing", `${missing} not set`, HINT));
  }
  let chain: Promise<CredentialSource> | undefined;
  return async () => {
    chain ??= awsChain(region);
    const ask = await chain;
    try {
      const { accessKeyId, secretAccessKey, sessionToken } = await ask();
      return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
    } catch (error) {
      const { message } = error as Error;
      throw new UserError("credentials-missing", `no credentials of the object store: ${message}`, HINT);
    }
  };
}

const HINT =
  "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE, or give the machine a role; " +
  "never on the command line or in a configuration";

async function awsChain(region: string): Promise<CredentialSource> {
  try {
    const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
    return defaultProvider({ clientConfig: { region } });
  } catch {
    const what = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY not set";
    throw new UserError(
      "credentials-missing",
      what,
      "for profiles and roles install the optional library @aws-sdk/credential-provider-node",
    );
  }
}
