import { NODE_FILE_SYSTEM as fs } from "../../build/tree/file-system.ts";
import { lockedTree } from "../../build/tree/lock.ts";
import { placesOf } from "../../build/tree/places.ts";
import { recover } from "../../build/tree/swap.ts";

/** What every build and mirror begins with: it completes a replacement that was cut short. */
export function recoverTree(out: string): Promise<string | undefined> {
  const places = placesOf(fs, out);
  return lockedTree(fs, places, () => recover(fs, places));
}
