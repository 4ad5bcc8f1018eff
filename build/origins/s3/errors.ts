import { UserError } from "../../platform/error.ts";

const HINTS: Record<string, string> = {
  NoSuchBucket: "make the bucket first, and look at its name and region",
  AccessDenied: "the key needs GetObject, PutObject, DeleteObject and ListBucket on this bucket",
  InvalidAccessKeyId: "look at AWS_ACCESS_KEY_ID, and whether it is a key of this store",
  SignatureDoesNotMatch: "look at AWS_SECRET_ACCESS_KEY",
  ExpiredToken: "get new credentials",
  InvalidToken: "look at AWS_SESSION_TOKEN",
  RequestTimeTooSkewed: "the clock of this machine is wrong",
  PermanentRedirect: "look at AWS_REGION and --endpoint",
  TemporaryRedirect: "the bucket is new: try again in an hour, or name its region",
  AuthorizationHeaderMalformed: "look at AWS_REGION",
  QuotaExceeded: "the store is full",
  EntityTooLarge: "the store takes no object of that size",
};

/** The store answers, and does not want to. Nothing of its answer but its code is told: some repeat keys and signatures. */
export function refusedBy(where: string, status: number, code: string | undefined): UserError {
  const hint =
    HINTS[code ?? ""] ?? (status === 403 ? HINTS.AccessDenied : "look at the address and the rights of the key");
  return new UserError("target-refused", `${where} was refused: ${status}${code ? ` ${code}` : ""}`, hint);
}

/** Nothing came, or nothing that holds, however often it was tried. */
export function unreachableTarget(where: string, reason: string): UserError {
  const hint = "run again: what was sent is not sent again, and the snapshot before stands";
  return new UserError("target-unreachable", `${where} cannot be reached: ${reason}`, hint);
}

/** The `Code` of an error document; undefined where it is none. */
export function errorCode(text: string): string | undefined {
  const start = text.indexOf("<Error>");
  return start < 0 ? undefined : /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text.slice(start))?.[1];
}
