#!/usr/bin/env node
// By name, what an older Node does not have would keep this from being read at all.
import module from "node:module";
import { join } from "node:path";

const nodeMajorMin = 26;

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `oms needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}. In the repository "npm run oms -- …" runs it with a Node of its own, which is node_modules/.bin/node; others are at https://nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
  // The build puts main.ts and all that it imports into one file, since reading hundreds takes half a second.
  const program = "./bundle.js";
  await import(program);
}
