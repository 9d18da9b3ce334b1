import { waitUntil } from "cloudflare:workers";
import { createWorker } from "./workers/create-worker.ts";

export default createWorker({ waitUntil, writeLine: (line) => console.log(line) });
