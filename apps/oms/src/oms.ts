#!/usr/bin/env node
// A default import, because a named import that an older Node lacks would fail before the version check below.
import module from "node:module";
import { join } from "node:path";

const nodeMajorMin = 26;

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `oms needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}. In the repository, "npm run oms -- …" runs it with the pinned Node, node_modules/.bin/node; elsewhere, install one from https://nodejs.org.\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/compiled"));
  // The build bundles main.ts with all its imports, because reading hundreds of files takes half a second.
  const program = "./bundle.js";
  await import(program);
}
