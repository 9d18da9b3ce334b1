import { keepCompiled } from "./node/keep-compiled.ts";

keepCompiled();
// What is imported below the line above is compiled once for all starts.
const { runServer } = await import("./node/run-server.ts");
process.exitCode = await runServer(process.argv.slice(2), process.env);
// A reader of the log who sleeps must not keep the process from ending.
setTimeout(() => process.exit(), 1_000).unref();
