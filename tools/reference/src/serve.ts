import { fileURLToPath } from "node:url";
import { describeProcess } from "./describe-process.ts";
import { runReference } from "./run-reference.ts";

process.exitCode = await runReference(describeProcess(process, fileURLToPath(import.meta.url)));
