import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { measureSize, readInstantiations } from "@trading-oms/bench";
import { runProgram } from "./run-program.ts";

/** A figure of the installed client beside its budget. */
export type Budget = {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly valueMax: number;
};

const programs = {
  everything: 'export { ApiError, createClient } from "@trading-oms/client";\n',
  byName: `import { createClient } from "@trading-oms/client";

const client = createClient({ baseUrl: "https://api.example" });
export const page = await client.notifications({ limit: 5 });
export const figures = await client.marginRatio("FPT");
`,
  byPath: `import { createClient } from "@trading-oms/client";

const client = createClient({ baseUrl: "https://api.example" });
export const page = await client.GET("/api/v1/notifications", { params: { query: { limit: 5 } } });
export const figures = await client.GET("/api/v1/diagnostics/margin-ratios/{symbol}", {
  params: { path: { symbol: "FPT" } },
});
`,
};

/** Weighs the client as it was installed: its bytes in a browser, and what it costs the compiler. */
export async function measureClient(project: string): Promise<Budget[]> {
  const everything = join(project, "everything.ts");
  await writeFile(everything, programs.everything);
  return [
    {
      what: "the client with all that it exports",
      value: await measureSize(everything),
      unit: "bytes gzip",
      valueMax: 5_120,
    },
    {
      what: "two calls by name",
      value: await countInstantiations(project, "by-name.ts", programs.byName),
      unit: "instantiations",
      valueMax: 10_000,
    },
    {
      what: "two calls by path",
      value: await countInstantiations(project, "by-path.ts", programs.byPath),
      unit: "instantiations",
      valueMax: 10_000,
    },
  ];
}

async function countInstantiations(project: string, name: string, text: string): Promise<number> {
  await writeFile(join(project, name), text);
  const compilerOptions = {
    target: "es2022",
    lib: ["es2022", "dom", "dom.iterable"],
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const settings = join(project, `tsconfig.${name}.json`);
  await writeFile(settings, JSON.stringify({ compilerOptions, files: [name] }));
  const tsc = join(project, "node_modules/typescript/bin/tsc");
  const printed = await runProgram(process.execPath, [tsc, "-p", settings, "--extendedDiagnostics"], {
    folder: project,
  });
  return readInstantiations(printed);
}
