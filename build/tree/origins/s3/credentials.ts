import { UserError } from "../../../platform/error.ts";

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
