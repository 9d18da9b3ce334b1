import { readFile } from "node:fs/promises";
import { type ImageKeys, parseImageKeys } from "@trading-oms/images";
import type { Outcome } from "./command.ts";
import { explainFileFailure } from "./explain-file-failure.ts";
import { UsageFault } from "./usage-fault.ts";
import type { World } from "./world.ts";

/** The file that servers of the same environment have their keys for images in. */
export function findImageKeyFile({ IMAGES_KEY_FILE: file = "" }: World["environment"]): string {
  if (file !== "") return file;
  throw new UsageFault("IMAGES_KEY_FILE names no file: set it as servers have it.");
}

/** Reads the keys of a file, or says why they can't be used. */
export async function openImageKeys(file: string): Promise<{ readonly keys: ImageKeys } | Outcome> {
  try {
    const read = await parseImageKeys(await readFile(file, "utf8"));
    return read.kind === "keys" ? { keys: read.keys } : refuseImageKeys(file, read.issue);
  } catch (failure) {
    return explainFileFailure(file, failure);
  }
}

/** Says that a file of keys is none. */
export function refuseImageKeys(file: string, issue: string): Outcome {
  return { kind: "refused", code: "keys-faulty", message: `${file} can't be used: ${issue}` };
}
