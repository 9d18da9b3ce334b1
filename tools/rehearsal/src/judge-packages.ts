import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { PackedPackage } from "./pack-packages.ts";
import { runProgram } from "./run-program.ts";

const bin = resolve(import.meta.dirname, "../node_modules/.bin");

/** Has publint and attw look at the tarballs, and throws what they find. */
export async function judgePackages(packages: readonly PackedPackage[]): Promise<void> {
  for (const { name, folder, tarball } of packages) {
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(bytes).buffer },
      strict: true,
    });
    if (messages.length > 0) {
      const found = messages.map((message) => `  ${formatMessage(message, pkg, { color: false })}`);
      throw new Error(`publint finds in ${name}:\n${found.join("\n")}`);
    }
    await runProgram(join(bin, "attw"), [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], {
      folder,
    });
  }
}
