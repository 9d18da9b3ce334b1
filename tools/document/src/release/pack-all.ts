/** `pnpm pack-all`: packs the published packages, and prints how another project installs them. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readCommand } from "../command.ts";
import { type PackedPackage, packPackages } from "./pack-packages.ts";
import { publishPackages } from "./publish-packages.ts";
import { repository, runProgram } from "./run-program.ts";

const usage = `Packs every package that is published on npm, as it would be uploaded, and prints the line that installs each in
another project.

  pnpm pack-all [DIR] [--publish]

  DIR         where the tarballs go                    (.tmp/packed)
  --publish   uploads each version that npm lacks, with its provenance; for the release workflow
  --help      this text

Exit codes: 0 packed, 1 something failed, 2 used wrongly.`;

if (import.meta.main) process.exitCode = await packAll(process.argv.slice(2));

async function packAll(words: readonly string[]): Promise<number> {
  const options = { publish: { type: "boolean", default: false } } as const;
  const command = readCommand({ words, options, usage, output: console, positionalsMax: 1 });
  if ("exitCode" in command) return command.exitCode;
  const target = resolve(command.positionals[0] ?? resolve(repository, ".tmp/packed"));
  const { packageManager } = JSON.parse(await readFile(resolve(repository, "package.json"), "utf8"));
  try {
    const pack = (folder: string, into: string) =>
      runProgram("npx", ["-y", packageManager, "pack", "--pack-destination", into], { folder });
    const packages = await packPackages(repository, pack, target);
    console.log(await describeInstalling(packages));
    if (!command.values.publish) return 0;
    for (const name of await publishPackages(packages, { hasProvenance: true }))
      console.log(`Published ${name}.`);
    return 0;
  } catch (failure) {
    console.error(failure instanceof Error ? failure.message : failure);
    return 1;
  }
}

/** One line for each package. A package of ours that it depends on is installed with it, since npm may not have it. */
async function describeInstalling(packages: readonly PackedPackage[]): Promise<string> {
  const lines: string[] = [];
  for (const each of packages) {
    const { dependencies = {} } = JSON.parse(await readFile(resolve(each.folder, "package.json"), "utf8"));
    const needed = packages.filter(({ name }) => name === each.name || Object.hasOwn(dependencies, name));
    lines.push(
      `${each.name} ${each.version}`,
      `  npm install ${needed.map(({ tarball }) => tarball).join(" ")}`,
    );
  }
  return lines.join("\n");
}
