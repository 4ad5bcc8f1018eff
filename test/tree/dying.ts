import { NODE_FILE_SYSTEM, type TreeFileSystem } from "../../build/platform/file-system.ts";

const CHANGES = ["makeFolder", "write", "append", "link", "copy", "rename", "remove", "removeEmpty"] as const;

function half(content: Uint8Array | string): Uint8Array | string {
  return content.slice(0, content.length / 2);
}

/** Works up to its n-th change and then, as after a power cut, does nothing any more. A cut write leaves half of it. */
export function dyingAt(n: number): TreeFileSystem & { changes: () => number } {
  let changes = 0;
  const dying = { ...NODE_FILE_SYSTEM, changes: () => changes };
  for (const name of CHANGES) {
    const real = NODE_FILE_SYSTEM[name] as (from: string, bytes?: unknown) => boolean;
    dying[name] = (path: string, more?: unknown) => {
      changes++;
      if (changes === n && (name === "write" || name === "append")) real(path, half(more as Uint8Array | string));
      if (changes >= n) throw new Error(`cut at change ${n}`);
      return real(path, more);
    };
  }
  return dying;
}
