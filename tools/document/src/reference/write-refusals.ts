/** Writes docs/refusals.md from the table of refusals. Run `pnpm refusals` after a change of the table. */
import { writeFile } from "node:fs/promises";
import { refusalsFile, renderRefusals } from "./refusals.ts";

await writeFile(refusalsFile, renderRefusals());
