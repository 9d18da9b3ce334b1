import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { judgeManifest, type Manifest } from "./judge-manifest.ts";
import { runProgram } from "./run-program.ts";

/** A package as it goes to a registry. */
export type PackedPackage = {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
  readonly tarball: string;
};

/** Packs each package that is not private, and throws where what came out can't be used outside the workspace. */
export async function packPackages(
  repository: string,
  pnpm: readonly string[],
  target: string,
): Promise<PackedPackage[]> {
  await mkdir(target);
  const packed: PackedPackage[] = [];
  for (const name of await readdir(join(repository, "packages"))) {
    const folder = join(repository, "packages", name);
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (manifest.private) continue;
    const [npx = "npx", ...words] = pnpm;
    await runProgram(npx, [...words, "pack", "--pack-destination", target], { folder });
    const tarball = join(
      target,
      `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`,
    );
    await judgeTarball(tarball, manifest.version);
    packed.push({ name: manifest.name, version: manifest.version, folder, tarball });
  }
  return packed;
}

async function judgeTarball(tarball: string, version: string): Promise<void> {
  const folder = join(tarball, "..");
  const listed = await runProgram("tar", ["-tzf", tarball], { folder });
  const files = listed
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  const text = await runProgram("tar", ["-xzOf", tarball, "package/package.json"], { folder });
  const manifest: Manifest = JSON.parse(text);
  const faults = judgeManifest(manifest, files, version);
  if (faults.length > 0) throw new Error(`${manifest.name} ${faults.join("; ")}.`);
}
