import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measureSize, readInstantiations } from "./client-cost.ts";

test("names, comments and what nobody imports cost nothing; what is imported counts", async () => {
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

test("the count is read from among the compiler's other figures", () => {
  const printed =
    "Symbols:        31337\nTypes:            914\nInstantiations:  6724\nMemory used: 99996K\n";
  expect(readInstantiations(printed)).toBe(6724);
});

test("a compiler that printed no count is an error, and not a count of nothing", () => {
  expect(() => readInstantiations("Types: 914\n")).toThrow("no count of instantiations");
});
