import { host } from "../../build/site/views/hosts.ts";
import { conformance } from "./run.ts";
import { startWorker } from "./running-worker.ts";

conformance({ ...host("worker"), start: startWorker });
