import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { refusalsFile, renderRefusals } from "./refusals.ts";

test("docs/refusals.md agrees with the table; `pnpm refusals` writes it", async () => {
  expect(await readFile(refusalsFile, "utf8")).toBe(renderRefusals());
});
