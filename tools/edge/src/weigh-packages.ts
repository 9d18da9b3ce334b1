import type { Metafile } from "esbuild";
import type { Bundle } from "./bundle.ts";

const installed = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const ours = /^(?:\.\.\/)*((?:packages|apps|tools)\/[^/]+)\//;

/** Adds up what each package weighs in a bundle before it is compressed, heaviest first. */
export function weighPackages({ outputs }: Pick<Metafile, "outputs">): Bundle["weights"] {
  const sizes = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const name = installed.exec(path)?.[1] ?? ours.exec(path)?.[1] ?? path;
      sizes.set(name, (sizes.get(name) ?? 0) + bytesInOutput);
    }
  }
  return [...sizes]
    .map(([name, sizeBytes]) => ({ name, sizeBytes }))
    .sort((one, other) => other.sizeBytes - one.sizeBytes);
}
