import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  bytesMax,
  countInstantiations,
  entryBytesMax,
  instantiationsMax,
  measureSize,
  programs,
  readInstantiations,
} from "./client-cost.ts";

test("bundles all that the client exports within its bytes", async () => {
  expect(await measureSize(join(programs, "own/everything.ts"))).toBeLessThanOrEqual(bytesMax);
});

test.each(["companion", "live", "operator", "query"] as const)(
  "the entry %s adds no more than its bytes",
  async (entry) => {
    const together = await measureSize(join(programs, `own/with-${entry}.ts`));
    const alone = await measureSize(join(programs, "own/everything.ts"));
    expect(together - alone).toBeLessThanOrEqual(entryBytesMax[entry]);
  },
);

test.each(["own/two-calls.ts", "own/two-calls-by-path.ts"])(
  "compiles %s within its instantiations",
  async (program) => {
    expect(await countInstantiations(program)).toBeLessThanOrEqual(instantiationsMax);
  },
);

test("ignores names, comments and unused exports; counts what is imported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "oms-bench-size-"));
  try {
    const write = (name: string, text: string) => writeFile(join(folder, name), text);
    await write(
      "greet.ts",
      'export const greet = () => "good morning";\nexport const unused = "good night";\n',
    );
    await write("short.ts", 'const a = () => "good morning";\nconsole.log(a());\n');
    await write(
      "wordy.ts",
      '// Says it.\nimport { greet } from "./greet.ts";\n\nconst sayGoodMorning = greet;\nconsole.log(sayGoodMorning());\n',
    );
    await write("nothing.ts", "export {};\n");
    const short = await measureSize(join(folder, "short.ts"));
    const wordy = await measureSize(join(folder, "wordy.ts"));
    expect(Math.abs(wordy - short)).toBeLessThan(12);
    expect(await measureSize(join(folder, "nothing.ts"))).toBeLessThan(short);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("reads the instantiation count from the compiler's output", () => {
  const printed =
    "Symbols:        31337\nTypes:            914\nInstantiations:  6724\nMemory used: 99996K\n";
  expect(readInstantiations(printed)).toBe(6724);
});

test("throws when the compiler prints no instantiation count", () => {
  expect(() => readInstantiations("Types: 914\n")).toThrow("no count of instantiations");
});
