import { sha256 } from "../../platform/hash.ts";
import { bytesOf, CHECKSUM_BYTES, headLength, readPinTable, writePin } from "./table.ts";

/** A pin with its checksum. */
export function withChecksum(pin: Uint8Array): Uint8Array {
  return Buffer.concat([pin, bytesOf(sha256(pin))]);
}

/** Whether a pin is undamaged. */
export function isWholePin(file: Uint8Array): boolean {
  const seal = Buffer.from(file.subarray(Math.max(0, file.length - CHECKSUM_BYTES))).toString("hex");
  return seal === sha256(file.subarray(0, -CHECKSUM_BYTES)) && tableOf(file) !== undefined;
}

/** Joins several pins of a day. Damaged ones are left out, and their contents are missing. */
export function joinPins(files: readonly Uint8Array[]): Uint8Array {
  const opened = files.filter(isWholePin).map((file) => ({ file, table: tableOf(file) }));
  const objects = opened.flatMap(({ file, table }) =>
    [...(table?.objects() ?? [])].map((object) => ({
      ...object,
      blob: file.subarray(object.offset, object.offset + object.length),
    })),
  );
  const distinct = [...new Map(objects.map((object) => [object.sha256, object])).values()];
  return withChecksum(
    writePin(
      opened.flatMap(({ table }) => table?.snapshots ?? []),
      distinct,
    ),
  );
}

function tableOf(file: Uint8Array) {
  const length = headLength(file);
  return length === undefined || length > file.length ? undefined : readPinTable(file.subarray(0, length), file.length);
}
