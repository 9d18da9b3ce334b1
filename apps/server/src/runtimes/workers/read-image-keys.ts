import { type ImageKeys, parseImageKeys } from "@trading-oms/images/workers";

/** Reads the keys that images are sealed under, as a secret holds them; nothing of one is in what is told. */
export async function readImageKeys(text: string, faults: string[]): Promise<ImageKeys | undefined> {
  const read = await parseImageKeys(text);
  if (read.kind === "keys") return read.keys;
  faults.push(`IMAGES_KEYS: ${read.issue} To make a key: oms images key.`);
  return undefined;
}
