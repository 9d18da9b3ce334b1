import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inScratchFolder } from "./in-scratch-folder.ts";
import { measureSize } from "./measure-size.ts";

test("names, comments and what nobody imports cost nothing; what is imported counts", async () => {
  await inScratchFolder(async (folder) => {
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
  });
});
