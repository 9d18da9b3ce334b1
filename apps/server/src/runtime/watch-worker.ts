import { createWatchWorker } from "./workers/create-watch-worker.ts";
import { readD1 } from "./workers/read-d1.ts";

export default createWatchWorker({ writeLine: (line) => console.log(line) }, readD1);
