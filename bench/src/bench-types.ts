import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Figure } from "./print-figures.ts";
import { runCommand } from "./run-command.ts";

const program = `import type { MarginRatio, paths } from "@trading-oms/types";
export const ratio: MarginRatio = { symbol: "FPT", marginRatio: 0.5 };
export type Page = paths["/api/v1/notifications"]["get"]["responses"][200]["content"]["application/json"];
export const limitOf = (page: Page): number => page.limit;
`;

/** What a program that uses the types costs the compiler, beside an empty one in the same run. */
export async function benchTypes(): Promise<Figure[]> {
  const empty = await countInstantiations("export const nothing = 0;\n");
  const using = await countInstantiations(program);
  return [
    { what: "type instantiations of an empty program", value: empty, unit: "" },
    { what: "type instantiations with the types in use", value: using, unit: "", reach: 10_000 },
  ];
}

async function countInstantiations(text: string): Promise<number> {
  const folder = await mkdtemp(resolve(import.meta.dirname, "../.tmp-"));
  try {
    await writeFile(join(folder, "program.ts"), text);
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(compilerSettings));
    const { printed } = await runCommand("tsc", ["-p", folder, "--extendedDiagnostics"]);
    const count = /^Instantiations:\s+(\d+)$/m.exec(printed)?.[1];
    if (count === undefined) throw new Error(`The compiler printed no count of instantiations:\n${printed}`);
    return Number(count);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const compilerSettings = {
  extends: "../../tsconfig.base.json",
  compilerOptions: {
    noEmit: true,
    skipLibCheck: false,
    paths: { "@trading-oms/types": ["../../packages/types/dist/index.d.ts"] },
  },
  include: ["program.ts"],
};
