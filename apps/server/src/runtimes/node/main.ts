import module from "node:module";
import { join } from "node:path";

const nodeMajorMin = 26;
if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `The server needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}. In the repository "npm start" runs it with a Node of its own, which is node_modules/.bin/node; others are at https://nodejs.org.\n`,
  );
  process.exit(2);
}
// Caches compiled code of the imports below. The cache lies beside the program, so only those who can change
// the program can write to it.
module.enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/compiled"));
const { runServer } = await import("./run-server.ts");
await runServer();
