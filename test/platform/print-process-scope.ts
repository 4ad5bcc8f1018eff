/** Prints within what process numbers mean the same here. */
import { processScope } from "../../build/platform/process-identity.ts";

process.stdout.write(processScope());
