import { publishHeaders } from "../../build/publish/folders/site-folder.ts";
import { type PublishOptions, type PublishReport, publishTree } from "../../build/publish/publish.ts";
import { createS3Target } from "../../build/publish/s3/target.ts";
import type { Target } from "../../build/publish/target.ts";
import { createS3Origin } from "../../build/tree/origins/open.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";
import { s3Address, s3Credentials } from "../../build/tree/origins/s3/address.ts";
import type { S3Settings } from "../../build/tree/origins/s3/request.ts";
import { verifyOrigin } from "../../build/verify/origin.ts";
import type { VerifyReport } from "../../build/verify/verify.ts";
import { NOW } from "../tree/mirroring.ts";
import { BUCKET, type ObjectStore } from "./object-store.ts";

/** Settings of a test that waits for nothing. */
function s3Settings(store: ObjectStore, prefix = "tree", more: Partial<S3Settings> = {}): S3Settings {
  return {
    address: s3Address(`s3://${BUCKET}/${prefix}`, store.endpoint, store.env),
    credentials: s3Credentials(store.env, "us-east-1"),
    fetch,
    sleep: async () => {},
    random: () => 0,
    now: Date.now,
    ...more,
  };
}

export function s3Target(store: ObjectStore, prefix?: string, more?: Partial<S3Settings>): Target {
  return createS3Target(s3Settings(store, prefix, more));
}

export function s3Origin(store: ObjectStore, prefix?: string): Origin {
  return createS3Origin(s3Settings(store, prefix));
}

let runs = 0;

/** A publisher of its own for each call, as if each were another run of this process. */
export function publishTo(target: Target, dir: string, more: Partial<PublishOptions> = {}): Promise<PublishReport> {
  const publisher = { run: `run-${++runs}`, machine: "this" };
  return publishTree({ target, dir, publisher, now: () => performance.now(), headersOf: publishHeaders, ...more });
}

/** Looks at every byte of what is published, as anybody can who may read the bucket. */
export function verifyAt(store: ObjectStore, prefix?: string): Promise<VerifyReport> {
  return verifyOrigin(s3Origin(store, prefix), { keys: [], maxBytes: 1e9, now: () => NOW });
}

/** Whether an object is no file of the tree: it stays for mirrors, or for readers of earlier snapshots. */
export function isForOthers(path: string, wanted: Readonly<Record<string, string>>): boolean {
  return /^(?:replaced|deltas|pins)\//.test(path) || (path.startsWith("index/") && !(path in wanted));
}
