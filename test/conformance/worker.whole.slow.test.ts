import { host } from "../../build/contract/hosts.ts";
import { conformance } from "./run.ts";
import { startWorker } from "./running-worker.ts";

conformance({ ...host("worker"), start: startWorker });
