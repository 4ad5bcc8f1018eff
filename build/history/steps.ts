import { keepStatusFiles } from "../tree/status-files.ts";
import type { TransitionStep } from "../tree/transition.ts";
import { changeFiles } from "./changes/update.ts";
import { deltaFiles } from "./deltas/update.ts";
import { pinFiles } from "./pins/update.ts";

/** What a build and a mirror add to a tree beside its index. @param keepSnapshotsFor as for `pinFiles` */
export function historySteps(keepSnapshotsFor?: number): TransitionStep[] {
  return [keepStatusFiles, deltaFiles, pinFiles(keepSnapshotsFor), changeFiles()];
}
