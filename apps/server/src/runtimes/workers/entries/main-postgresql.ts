import { waitUntil } from "cloudflare:workers";
import { createPostgresqlWorker } from "../postgresql.ts";

export default createPostgresqlWorker({ waitUntil, writeLine: (line) => console.log(line) });
