/** The object store of the tests in a process of its own, so that its time, memory and open files are told apart from ours. */
import { startObjectStore } from "../../../test/publish/object-store.ts";
import type { FromStore } from "./store-process.ts";

/** So often, in ms, it tells how many requests there were. */
const OFTEN = 20;

const store = await startObjectStore(process.argv[2] ?? "");
let before = process.cpuUsage();
process.on("message", () => {
  const count = (method: string, isList = false) =>
    store.asked.filter((one) => one.method === method && one.key.startsWith("?") === isList).length;
  const { user, system } = process.cpuUsage(before);
  tell({
    figures: {
      put: count("PUT"),
      get: count("GET"),
      list: count("GET", true),
      delete: count("DELETE"),
      processorSeconds: (user + system) / 1e6,
    },
  });
  store.asked.length = 0;
  before = process.cpuUsage();
});
process.on("disconnect", () => process.exit());
tell({ endpoint: store.endpoint, env: store.env });
setInterval(() => tell({ seen: store.asked.length }), OFTEN);

function tell(message: FromStore): void {
  process.send?.(message);
}
