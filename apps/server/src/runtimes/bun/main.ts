import { runServer } from "../node/run-server.ts";
import { bunHost } from "./host.ts";

process.exitCode = await runServer(process.argv.slice(2), process.env, bunHost);
// A reader of the log who sleeps must not keep the process from ending.
setTimeout(() => process.exit(), 1_000).unref();
