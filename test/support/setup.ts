import * as fc from "fast-check";
import { afterAll } from "vitest";
import { removeTemporaryFolders } from "./temporary.ts";

// Each value that a build recalls is made as well, and compared.
process.env["QUAKETREE_CHECK_CELLS"] = "1";

// Nothing asks the metadata service of a cloud, which is not on the loopback interface.
process.env["AWS_EC2_METADATA_DISABLED"] = "true";

// Random input, but the same on every machine and in every run; a failure prints its own path besides.
fc.configureGlobal({ seed: 20180206 });

// Hooks run in reverse order after the tests, so this one is the last of each file.
afterAll(removeTemporaryFolders);
