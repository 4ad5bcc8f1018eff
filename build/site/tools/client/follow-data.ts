import type { Field, ValuesOf } from "../tool.ts";
import type { RunningTool } from "./run.ts";

/** So long after the last key the data are asked for, ms. */
const PAUSE = 350;

interface Followed<Values, Data> {
  /** Values with the same key have the same data. */
  keyOf: (values: Values) => string;
  /** Undefined where they cannot be had. */
  read: (values: Values) => Promise<Data | undefined>;
}

/**
 * Reads the data that the values ask for, now and whenever they change, and draws with them. An answer that comes after the
 * question has changed is not shown.
 */
export function followData<Fields extends readonly Field[], Data>(
  running: RunningTool<Fields, Data>,
  { keyOf, read }: Followed<ValuesOf<Fields>, Data>,
): void {
  let asked: string | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const ask = async (values: ValuesOf<Fields>, key: string) => {
    const data = await read(values);
    if (key !== asked) return;
    if (data !== undefined) running.setData(data);
    // Asked again at the next change.
    else [asked] = [undefined, running.tell(running.context.t("unread"))];
  };
  const follow = (values: ValuesOf<Fields>) => {
    const key = keyOf(values);
    if (key === asked) return;
    asked = key;
    clearTimeout(pause);
    pause = setTimeout(() => void ask(values, key), PAUSE);
  };
  running.onChange(follow);
  follow(running.values());
}
