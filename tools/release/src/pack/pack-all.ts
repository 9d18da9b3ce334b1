/** `pnpm pack-all`: packs the published packages, and prints how another project installs them, and how an app is made. */

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readCommand } from "@trading-oms/spec";
import { repository } from "../run/run-program.ts";
import { type PackedPackage, packPackages } from "./pack-packages.ts";
import { publishPackages } from "./publish-packages.ts";

const usage = `Packs every package that is published on npm, as it would be uploaded, and prints the lines that install each in
another project, or make an app of it.

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
  try {
    const packages = await packPackages(repository, target);
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

/** Lines for each package. A package of ours that it depends on is installed with it, since npm may not have it. */
async function describeInstalling(packages: readonly PackedPackage[]): Promise<string> {
  const lines: string[] = [];
  for (const each of packages) {
    const isTemplate = each.name === "@trading-oms/create";
    const path = resolve(each.folder, isTemplate ? "dist/template/package.json" : "package.json");
    const { dependencies = {}, devDependencies = {} } = JSON.parse(await readFile(path, "utf8"));
    const wanted = isTemplate
      ? { ...dependencies, ...devDependencies }
      : { ...dependencies, [each.name]: "" };
    const needed = packages.filter(({ name }) => Object.hasOwn(wanted, name));
    lines.push(`${each.name} ${each.version}`);
    if (isTemplate)
      lines.push(
        `  npx --yes --package=${each.tarball} -- create-trading-oms trading-app`,
        "  cd trading-app",
      );
    lines.push(`  npm install ${needed.map(({ tarball }) => tarball).join(" ")}`);
  }
  return lines.join("\n");
}
