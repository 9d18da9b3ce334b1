#!/usr/bin/env node
/** The program that `npm create @trading-oms@latest` runs. */
import { create } from "./create.ts";

process.exitCode = await create(process.argv.slice(2), process.cwd(), console);
