import { waitUntil } from "cloudflare:workers";
import { createPostgresqlWorker } from "./workers/create-postgresql-worker.ts";

export default createPostgresqlWorker({ waitUntil, writeLine: (line) => console.log(line) });
