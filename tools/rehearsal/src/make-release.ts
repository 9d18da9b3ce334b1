import { copyFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { commitAll, copyRepository } from "./copy-repository.ts";
import { judgePackages, judgeSboms } from "./judge-packages.ts";
import { type PackedPackage, packPackages } from "./pack-packages.ts";
import { plantChangeset } from "./plant-changeset.ts";
import { runProgram } from "./run-program.ts";
import type { Registry } from "./start-registry.ts";
import { tellStep } from "./tell-step.ts";

/** Does in a scratch copy what a release does: versions, build, packages that hold, and publishing. */
export async function makeRelease(
  repository: string,
  scratch: string,
  registry: Registry,
): Promise<PackedPackage[]> {
  const folder = join(scratch, "repository");
  await mkdir(folder);
  const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  const pnpm = ["npx", "-y", manifest.packageManager];
  const run = async (...words: string[]): Promise<string> => {
    const [npx = "npx", ...before] = pnpm;
    return runProgram(npx, [...before, ...words], { folder });
  };
  await tellStep("copy the repository and install", async () => {
    await copyRepository(repository, folder);
    await run("install", "--frozen-lockfile", "--prefer-offline");
  });
  await tellStep("set the versions from the changesets", async () => {
    await plantChangeset(folder);
    await commitAll(folder, "What waits for its release");
    await run("run", "version-packages");
    await commitAll(folder, "The versions of the release");
  });
  await tellStep("build", () => run("run", "build"));
  const packages = await tellStep("pack, and look at what is packed", () =>
    packPackages(folder, pnpm, join(scratch, "packed")),
  );
  await tellStep("write what each package is made of", async () => {
    await run("run", "sbom:write");
    await judgeSboms(folder, packages);
  });
  await tellStep("publint and attw", () => judgePackages(packages));
  await tellStep("publish to the registry on loopback", async () => {
    await copyFile(registry.npmrc, join(folder, ".npmrc"));
    const [npx = "npx", ...before] = pnpm;
    const settings = { folder, npmrc: registry.npmrc };
    const target = await runProgram(npx, [...before, "config", "get", "@trading-oms:registry"], settings);
    if (target.trim() !== registry.origin) throw new Error(`It would be published to ${target.trim()}.`);
    await runProgram(npx, [...before, "exec", "changeset", "publish", "--no-git-tag"], settings);
  });
  for (const { name, version, folder: home, sizeBytes, fileCount } of packages) {
    const changelog = await readFile(join(home, "CHANGELOG.md"), "utf8");
    const [, newest = ""] = changelog.split(/^## /m);
    console.log(
      `\n${name} ${version}, ${sizeBytes.toLocaleString("en")} bytes in ${fileCount} files, tells its users:\n${newest.trim().replaceAll(/^/gm, "  ")}\n`,
    );
  }
  return packages;
}
