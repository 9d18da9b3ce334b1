import module from "node:module";
import { join } from "node:path";

const nodeMajorMin = 26;
if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `The server needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}. In the repository "npm start" runs it with a Node of its own, which is node_modules/.bin/node; others are at https://nodejs.org.\n`,
  );
  process.exit(2);
}
// What is imported below is compiled once for all starts. The cache lies beside the program, where nobody can write who could
// not change the program itself.
module.enableCompileCache(join(import.meta.dirname, "../../../node_modules/.cache/compiled"));
const { runServer } = await import("./run-server.ts");
await runServer();
