import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeProcess, findRepository } from "./describe-process.ts";
import { followDocument } from "./follow-document.ts";
import { runReference } from "./run-reference.ts";

const entryPath = fileURLToPath(import.meta.url);
const repository = findRepository(entryPath);
const world = describeProcess(process, entryPath);
const companion = followDocument({
  steps: [
    { name: "generate", scriptPath: join(repository, "tools/document/src/generate/generate.ts") },
    { name: "document", scriptPath: join(repository, "tools/document/src/check.ts") },
  ],
  stepsDocumentPath: world.documentPathDefault,
  workingFolder: repository,
  print: world.print,
  complain: world.complain,
});
process.exitCode = await runReference(world, companion);
