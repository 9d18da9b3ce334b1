import { readPostgresql } from "../hyperdrive.ts";
import { createWatchWorker } from "../watch.ts";

export default createWatchWorker({ writeLine: (line) => console.log(line) }, readPostgresql);
