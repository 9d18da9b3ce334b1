import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPackages } from "./build-packages.ts";
import { countInstantiations } from "./count-instantiations.ts";
import { inScratchFolder } from "./in-scratch-folder.ts";
import type { Figure } from "./print-figures.ts";

const program = `import type { MarginRatio, paths } from "@trading-oms/types";
export const ratio: MarginRatio = { symbol: "FPT", marginRatio: 0.5 };
export type Page = paths["/api/v1/notifications"]["get"]["responses"][200]["content"]["application/json"];
export const limitOf = (page: Page): number => page.limit;
`;

/** What a program that uses the types costs the compiler, beside an empty one in the same run. */
export async function benchTypes(): Promise<Figure[]> {
  await buildPackages();
  return inScratchFolder(async (folder) => {
    await writeFile(join(folder, "empty.ts"), "export const nothing = 0;\n");
    await writeFile(join(folder, "using.ts"), program);
    const empty = await countInstantiations(folder, "empty.ts", compilerSettings);
    const using = await countInstantiations(folder, "using.ts", compilerSettings);
    return [
      { what: "an empty program", value: empty, unit: "instantiations" },
      { what: "a program with the types in use", value: using, unit: "instantiations", reach: 10_000 },
    ];
  });
}

const compilerSettings = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { noEmit: true, skipLibCheck: false },
};
