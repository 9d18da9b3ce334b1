import { gzipSync } from "node:zlib";
import type { Bundle } from "./bundle.ts";

/** How heavy a bundle is, and what is wrong with it. */
export type Judgement = {
  readonly sizeBytes: number;
  readonly compressedBytes: number;
  readonly faults: readonly string[];
};

/** Judges a bundle: it may import nothing of Node, and weigh no more than was agreed. */
export function judgeBundle(
  { code, compiled, runtimeImports, weights }: Bundle,
  budgetBytes: number,
): Judgement {
  const parts = [code, ...compiled.values()];
  const compressedBytes = parts.reduce((sum, part) => sum + gzipSync(part).byteLength, 0);
  const faults = runtimeImports.map(
    ({ specifier, chain }) =>
      `The Worker imports ${specifier}, which Workers do not have:\n${chain.map((file) => `    ${file}\n`).join("")}` +
      "    Mend: take what it gives as an argument that the composition root of Node hands in, or keep the last of these files out of what runtimes/workers/entries/main.ts reaches.",
  );
  if (compressedBytes > budgetBytes) {
    const heaviest = weights.slice(0, 5).map(({ name, sizeBytes }) => `${name} ${inKib(sizeBytes)}`);
    faults.push(
      `The bundle weighs ${inKib(compressedBytes)} compressed, and ${inKib(budgetBytes)} were agreed. The heaviest, before they are compressed: ${heaviest.join(", ")}.`,
    );
  }
  const sizeBytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  return { sizeBytes, compressedBytes, faults };
}

/** Renders a size for a person. */
export function inKib(sizeBytes: number): string {
  return `${(sizeBytes / 1024).toFixed(1)} KiB`;
}
