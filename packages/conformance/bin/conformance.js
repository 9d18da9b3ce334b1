#!/usr/bin/env node
import { runConformance } from "../dist/node/run-conformance.js";

process.exitCode = await runConformance(process.argv.slice(2), process);
