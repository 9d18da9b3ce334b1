import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Bundle } from "./bundle.ts";

/** Writes a bundle as the module that a Worker begins with, and what it has compiled beside it. */
export async function writeBundle(
  { code, compiled }: Pick<Bundle, "code" | "compiled">,
  main: string,
): Promise<void> {
  await mkdir(dirname(main), { recursive: true });
  await writeFile(main, code);
  for (const [name, part] of compiled) await writeFile(join(dirname(main), name), part);
}
