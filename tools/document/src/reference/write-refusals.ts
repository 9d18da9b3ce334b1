/** Writes docs/refusals.md from the table of refusals. Run it after a change of the table: `node tools/document/src/reference/write-refusals.ts`. */
import { writeFile } from "node:fs/promises";
import { refusalsFile, renderRefusals } from "./refusals.ts";

await writeFile(refusalsFile, renderRefusals());
