import { createWatchWorker } from "./workers/create-watch-worker.ts";
import { readPostgresql } from "./workers/read-postgresql.ts";

export default createWatchWorker({ writeLine: (line) => console.log(line) }, readPostgresql);
