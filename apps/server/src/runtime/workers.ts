import { waitUntil } from "cloudflare:workers";
import { createWorker } from "./workers/create-worker.ts";
import { readD1 } from "./workers/read-d1.ts";

export default createWorker({ waitUntil, writeLine: (line) => console.log(line) }, readD1);
