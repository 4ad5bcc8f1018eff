import { host } from "../../build/site/read-page.ts";
import { conformance } from "./run.ts";
import { startWorker } from "./running-worker.ts";

conformance({ ...host("worker"), start: startWorker });
