import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import type { PublishedPackage } from "./list-published.ts";
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

type Component = { readonly group?: string; readonly name: string; readonly version: string };

/** Throws where the SBOM of a package is missing, or says less than its manifest. */
export async function judgeSboms(repository: string, packages: readonly PublishedPackage[]): Promise<void> {
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
