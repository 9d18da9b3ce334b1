import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { runProgram } from "../run/run-program.ts";

/** A published package of a repository. */
export type PublishedPackage = { readonly name: string; readonly version: string; readonly folder: string };

/** Lists the packages and apps that are not private. */
export async function listPublished(repository: string): Promise<PublishedPackage[]> {
  const published: PublishedPackage[] = [];
  for (const folder of await listFolders(repository)) {
    const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    if (!manifest.private) published.push({ name: manifest.name, version: manifest.version, folder });
  }
  return published;
}

async function listFolders(repository: string): Promise<string[]> {
  const roomsOf = async (name: string): Promise<string[]> => {
    const rooms = await readdir(join(repository, name)).catch(() => []);
    return rooms.sort().map((room) => join(repository, name, room));
  };
  return [...(await roomsOf("apps")), ...(await roomsOf("packages"))];
}

/** A package as uploaded to a registry. */
export type PackedPackage = PublishedPackage & { readonly tarball: string };

/** Packs each published package into a folder, which is created. */
export async function packPackages(repository: string, target: string): Promise<PackedPackage[]> {
  const { packageManager } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
  await mkdir(target, { recursive: true });
  const packed: PackedPackage[] = [];
  for (const published of await listPublished(repository)) {
    const words = ["-y", packageManager, "pack", "--pack-destination", target];
    await runProgram("npx", words, { folder: published.folder });
    const file = `${published.name.replace("@", "").replace("/", "-")}-${published.version}.tgz`;
    packed.push({ ...published, tarball: join(target, file) });
  }
  return packed;
}

/** The maximum size of a packed package; a larger one contains unwanted files. */
const sizeBytesMax = 400_000;

/** The mock carries the product, and the reader of codes as WebAssembly. */
const mockBytesMax = 800_000;

/** The size and the number of files of a tarball. Throws if it cannot be used outside of the workspace. */
export async function inspectTarball({
  name,
  version,
  tarball,
}: PackedPackage): Promise<{ readonly sizeBytes: number; readonly fileCount: number }> {
  const folder = join(tarball, "..");
  const listed = await runProgram("tar", ["-tzf", tarball], { folder });
  const files = listed
    .trim()
    .split("\n")
    .map((path) => path.replace(/^package\//, ""));
  const manifest = JSON.parse(
    await runProgram("tar", ["-xzOf", tarball, "package/package.json"], { folder }),
  );
  const { size: sizeBytes } = await stat(tarball);
  const bytesMax = name === "@trading-oms/mock" ? mockBytesMax : sizeBytesMax;
  const faults = [
    ...checkManifest(manifest, files, version),
    ...(sizeBytes > bytesMax ? [`is packed in ${sizeBytes} bytes, above ${bytesMax}`] : []),
  ];
  if (faults.length > 0) throw new Error(`${name} ${faults.join("; ")}.`);
  return { sizeBytes, fileCount: files.length };
}

type Dependencies = Readonly<Record<string, string>>;

/** The checked part of a manifest. */
type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
};

/** The template of `npm create`, whose sources are to be read. */
const template = /^dist\/template\/[\w/.-]+$/;

/** The files that a package may contain. */
const carried =
  /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE|bin\/[a-z-]+\.js|lexicons\/[a-z0-9-]+\.txt|dist\/[^.][\w/-]*(?:\.gen|\.worker)?(?:\.d\.ts|\.js|\.wasm))$/;

/** Reports faults of a packed package: workspace dependencies, unexpected files and missing files. */
export function checkManifest(manifest: Manifest, files: readonly string[], version: string): string[] {
  const { dependencies, peerDependencies, optionalDependencies } = manifest;
  const ranges = Object.entries({ ...dependencies, ...peerDependencies, ...optionalDependencies });
  return [
    ...(manifest.version === version ? [] : [`has version ${manifest.version} instead of ${version}`]),
    ...ranges
      .filter(([, range]) => /^(?:workspace|catalog|file|link|git|https?):/.test(range))
      .map(([name, range]) => `depends on ${name} as "${range}", which only the workspace can resolve`),
    ...files
      .filter(
        (file) => !carried.test(file) && !(manifest.name === "@trading-oms/create" && template.test(file)),
      )
      .map((file) => `carries ${file}, which no user needs`),
    ...["README.md", "CHANGELOG.md", "LICENSE"]
      .filter((needed) => !files.includes(needed))
      .map((needed) => `lacks ${needed}`),
  ];
}

const attw = resolve(import.meta.dirname, "../../node_modules/.bin/attw");

/** Checks the tarballs with publint, attw and our own rules. Throws their findings. */
export async function checkPackages(packages: readonly PackedPackage[]): Promise<void> {
  for (const each of packages) {
    await inspectTarball(each);
    const { name, folder, tarball } = each;
    const bytes = await readFile(tarball);
    const { messages, pkg } = await publint({
      pack: { tarball: new Uint8Array(bytes).buffer },
      strict: true,
    });
    if (messages.length > 0) {
      const found = messages.map((message) => `  ${formatMessage(message, pkg, { color: false })}`);
      throw new Error(`publint finds in ${name}:\n${found.join("\n")}`);
    }
    await runProgram(attw, [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], { folder });
  }
}

type Component = { readonly group?: string; readonly name: string };

/** Throws if the SBOM of a package is missing or incomplete. */
export async function checkSboms(repository: string, packages: readonly PublishedPackage[]): Promise<void> {
  for (const { name, version, folder } of packages) {
    const file = `${name.replace("@", "").replace("/", "-")}-${version}.cdx.json`;
    const { bomFormat, components } = JSON.parse(await readFile(join(repository, ".tmp/sbom", file), "utf8"));
    if (bomFormat !== "CycloneDX") throw new Error(`${file} is no SBOM of CycloneDX.`);
    const listed = (components as Component[]).map(({ group, name: each }) =>
      group ? `${group}/${each}` : each,
    );
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const absent = Object.keys(dependencies).filter((each) => !listed.includes(each));
    if (absent.length > 0) throw new Error(`${file} does not list ${absent.join(", ")}.`);
  }
}
