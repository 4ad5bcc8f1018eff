import { keepStatusFiles } from "../status-files.ts";
import type { TransitionStep } from "../transition.ts";
import { changeFiles } from "./changes/between.ts";
import { deltaFiles } from "./deltas/update.ts";
import { pinFiles } from "./pins/update.ts";

/** The files that builds and mirrors add to a tree outside its index. @param keepSnapshotsFor as for `pinFiles` */
export function historySteps(keepSnapshotsFor?: number): TransitionStep[] {
  return [keepStatusFiles, deltaFiles, pinFiles(keepSnapshotsFor), changeFiles()];
}
