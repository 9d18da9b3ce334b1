import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { judgeManifest, type Manifest } from "./judge-manifest.ts";
import { listPublished, type PublishedPackage } from "./list-published.ts";
import { runProgram } from "./run-program.ts";

/** A package as it goes to a registry. */
export type PackedPackage = PublishedPackage & {
  readonly tarball: string;
  readonly sizeBytes: number;
  readonly fileCount: number;
};

/** No package of ours may be larger than this when it is packed; what is larger carries what nobody asked for. */
const sizeBytesMax = 400_000;

/** Packs each package that is not private, and throws where what came out can't be used outside the workspace. */
export async function packPackages(
  repository: string,
  pnpm: readonly string[],
  target: string,
): Promise<PackedPackage[]> {
  await mkdir(target);
  const packed: PackedPackage[] = [];
  for (const { name, version, folder } of await listPublished(repository)) {
    const [npx = "npx", ...words] = pnpm;
    await runProgram(npx, [...words, "pack", "--pack-destination", target], { folder });
    const tarball = join(target, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
    const fileCount = await judgeTarball(tarball, version);
    const { size: sizeBytes } = await stat(tarball);
    if (sizeBytes > sizeBytesMax)
      throw new Error(`${name} is packed in ${sizeBytes} bytes, above ${sizeBytesMax}.`);
    packed.push({ name, version, folder, tarball, sizeBytes, fileCount });
  }
  return packed;
}

async function judgeTarball(tarball: string, version: string): Promise<number> {
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
  return files.length;
}
