import { keepCompiled } from "./node/keep-compiled.ts";

const nodeMajorMin = 26;
if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `The server needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}. In the repository "npm start" runs it with a Node of its own, which is node_modules/.bin/node; others are at https://nodejs.org.\n`,
  );
  process.exit(2);
}
keepCompiled();
// What is imported below the line above is compiled once for all starts.
const { runServer } = await import("./node/run-server.ts");
process.exitCode = await runServer(process.argv.slice(2), process.env);
// A reader of the log who sleeps must not keep the process from ending.
setTimeout(() => process.exit(), 1_000).unref();
