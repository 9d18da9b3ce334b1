import { writeFile } from "node:fs/promises";
import { type ImageKeys, makeImageKey, renderImageKeys } from "@trading-oms/images";

/** Writes a file of one new key for images, behind those that there are. */
export async function makeKeyFile(
  path: string,
  before: readonly ImageKeys[number][] = [],
  madeAtMs: number = Date.now(),
): Promise<ImageKeys> {
  const [first, ...others] = [...before, await makeImageKey(() => madeAtMs)];
  if (first === undefined) throw new Error("There is no key.");
  const keys: ImageKeys = [first, ...others];
  await writeFile(path, renderImageKeys(keys), { mode: 0o600 });
  return keys;
}
