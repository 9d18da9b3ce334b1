import { readD1 } from "../d1.ts";
import { createWatchWorker } from "../watch.ts";

export default createWatchWorker({ writeLine: (line) => console.log(line) }, readD1);
