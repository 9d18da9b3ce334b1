import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseChangesetFile } from "@changesets/parse";
import { findChromium } from "@trading-oms/site/browser";
import {
  checkPackages,
  checkSboms,
  inspectTarball,
  listPublished,
  type PackedPackage,
  packPackages,
} from "../pack/pack-packages.ts";
import { publishPackages } from "../pack/publish-packages.ts";
import { printStep, repository, runProgram } from "../run/run-program.ts";
import { useCreatedApp } from "../use/use-created-app.ts";
import { type Runtimes, useRelease } from "../use/use-release.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { commitAll, installCopy, rehearse } from "./rehearsal.ts";

const usage = `Walks a release to its end on this machine alone: versions from the changesets, build, checks of the packages, publishing
to a registry on loopback, installing with npm in an empty project, and every example of the READMEs run there on Node 22,
on the pinned Node and in Chromium. Then npm create makes an app on each Node, which is installed, tested, built and opened.

  pnpm lab release [--keep]

  --keep   leaves the scratch folder, to look at
  --help   this text

  CHROMIUM_PATH names the browser (/usr/bin/chromium).

Nothing outside the scratch folder changes, and nothing is published anywhere else. Exit codes: 0 the release holds,
1 it does not, 2 used wrongly.`;

async function rehearseRelease(scratch: string): Promise<boolean> {
  const runtimes = await findRuntimes(scratch);
  const upstream = await runProgram("npm", ["config", "get", "registry"], { folder: repository });
  const registry = await printStep("start a registry on loopback", () =>
    startRegistry(join(scratch, "registry"), upstream.trim()),
  );
  try {
    const packages = await makeRelease(scratch, registry);
    const isGood = [
      await useRelease(join(scratch, "project"), registry.npmrc, packages, runtimes),
      await useCreatedApp(scratch, registry.npmrc, runtimes),
    ].every(Boolean);
    console.log(isGood ? "The release holds." : "The release does not hold.");
    return isGood;
  } finally {
    await registry.stop();
  }
}

/** The packages ask for 22.12, and jsdom, by which a made app is tested, for this one. */
const oldestVersion = "22.22.2";

/** Finds or installs the runtimes first. Throws with instructions if one is missing. */
async function findRuntimes(scratch: string): Promise<Runtimes> {
  const chromium = await findChromium();
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(scratch, "node");
  await mkdir(folder);
  await printStep(`install Node ${oldestVersion}`, () =>
    runProgram("npm", ["install", "--no-save", "--no-audit", "--no-fund", `${name}@${oldestVersion}`], {
      folder,
    }),
  );
  const oldestNode = join(folder, "node_modules", name, "bin/node");
  return { oldestNode, pinnedNode: process.execPath, chromium };
}

/** Makes a release in a temporary copy: versions, build, package checks and publishing. */
async function makeRelease(scratch: string, { npmrc, origin }: Registry): Promise<PackedPackage[]> {
  const folder = join(scratch, "repository");
  await mkdir(folder);
  const shell = await installCopy(folder);
  await printStep("set the versions from the changesets", async () => {
    await plantChangeset(folder);
    await commitAll(folder, "What waits for its release");
    await shell("pnpm run version-packages");
    await commitAll(folder, "The versions of the release");
  });
  await printStep("build", () => shell("pnpm run build"));
  const packages = await printStep("pack", () => packPackages(folder, join(scratch, "packed")));
  await printStep("write what each package is made of", async () => {
    const out = "--prod --split --sbom-format cyclonedx --out .tmp/sbom/%s-%v.cdx.json";
    await shell(`pnpm --filter './apps/*' --filter './packages/*' sbom ${out}`);
    await checkSboms(folder, packages);
  });
  await printStep("publint and attw", () => checkPackages(packages));
  await printStep("publish to the registry on loopback", async () => {
    await copyFile(npmrc, join(folder, ".npmrc"));
    // npm publishes, so npm is asked.
    const target = await runProgram("npm", ["config", "get", "@trading-oms:registry"], { folder, npmrc });
    if (target.trim() !== origin) throw new Error(`It would be published to ${target.trim()}.`);
    const foreign = packages.find(({ name }) => !name.startsWith("@trading-oms/"));
    if (foreign !== undefined)
      throw new Error(`${foreign.name} would be published to the machine's registry.`);
    const published = await publishPackages(packages, { npmrc, hasProvenance: false });
    if (published.length !== packages.length) throw new Error(`Only ${published.join(", ")} were published.`);
    const again = await publishPackages(packages, { npmrc, hasProvenance: false });
    if (again.length > 0) throw new Error(`${again.join(", ")} would be published a second time.`);
  });
  for (const each of packages) {
    const { name, version, folder: home } = each;
    const { sizeBytes, fileCount } = await inspectTarball(each);
    const changelog = await readFile(join(home, "CHANGELOG.md"), "utf8");
    const [, newest = ""] = changelog.split(/^## /m);
    console.log(
      `\n${name} ${version}, ${sizeBytes.toLocaleString("en")} bytes in ${fileCount} files, tells its users:\n${newest.trim().replaceAll(/^/gm, "  ")}\n`,
    );
  }
  return packages;
}

/** Adds a changeset for each published package without one, since it would get neither a version nor a changelog. */
export async function plantChangeset(folder: string): Promise<readonly string[]> {
  const announced = await listAnnounced(join(folder, ".changeset"));
  const published = await listPublished(folder);
  const planted = published.map(({ name }) => name).filter((name) => !announced.has(name));
  if (planted.length === 0) return [];
  const lines = planted.map((name) => `"${name}": patch\n`).join("");
  const text = `---\n${lines}---\n\nA rehearsal: nothing changes for you.\n`;
  await writeFile(join(folder, ".changeset/rehearsal.md"), text);
  return planted;
}

/** The packages with a waiting changeset. */
async function listAnnounced(folder: string): Promise<ReadonlySet<string>> {
  const announced = new Set<string>();
  for (const file of await readdir(folder)) {
    if (!file.endsWith(".md") || file === "README.md") continue;
    const { releases } = parseChangesetFile(await readFile(join(folder, file), "utf8"));
    for (const { name, type } of releases) if (type !== "none") announced.add(name);
  }
  return announced;
}

if (import.meta.main) process.exitCode = await rehearse(usage, rehearseRelease);
