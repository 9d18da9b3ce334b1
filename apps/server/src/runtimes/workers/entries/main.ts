import { waitUntil } from "cloudflare:workers";
import { readD1 } from "../d1.ts";
import { createWorker } from "../worker.ts";

export default createWorker({ waitUntil, writeLine: (line) => console.log(line) }, readD1);
