import { writeFile } from "node:fs/promises";
import { type ImageKeys, makeImageKey, renderImageKeys } from "@trading-oms/images";

/** Writes a file of keys that encrypt stored images, oldest first, the new one last. */
export async function makeKeyFile(
  path: string,
  olderKeys: readonly ImageKeys[number][] = [],
  madeAtMs: number = Date.now(),
): Promise<ImageKeys> {
  const [first, ...others] = [...olderKeys, await makeImageKey(() => madeAtMs)];
  if (first === undefined) throw new Error("There is no key.");
  const keys: ImageKeys = [first, ...others];
  await writeFile(path, renderImageKeys(keys), { mode: 0o600 });
  return keys;
}
