import { type FileHandle, readFile, stat } from "node:fs/promises";
import {
  type ImageKey,
  type ImageKeys,
  makeImageKey,
  parseImageKeys,
  renderImageKeys,
} from "@trading-oms/images";
import { replaceFile } from "../../backup/replace-file.ts";
import type { Command, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { findImageKeyFile, refuseImageKeys } from "../../open-image-keys.ts";

/** Makes a key that images are sealed under. */
export const imagesKey: Command = {
  words: ["images", "key"],
  argumentNames: [],
  options: {},
  summary: "Makes a key that images of identity cards are sealed under.",
  about:
    "It is added to the file that IMAGES_KEY_FILE names, which only its owner may read: make the first as the account that servers run as; the file stays that account's whoever makes others. The first key seals at once, others after ten minutes, in which to copy the file to every machine; the keys before it go on opening what they sealed. Keep a copy where the images are not: without the key nobody opens them, and with it everybody does. To end a key, take its entry out of the file: what it sealed is then gone for good.",
  example: "oms images key",
  run: async (_given, { world }) => {
    const file = findImageKeyFile(world.environment);
    // Whoever makes another key meanwhile finds this file and stops.
    const part = `${file}.part`;
    const key = await makeImageKey(world.now);
    let issue: string | undefined;
    let isFirst = false;
    try {
      await replaceFile({ file, part, mayReplace: true }, async (handle) => {
        const added = await addKey(file, key);
        if (typeof added === "string") {
          issue = added;
          throw new Error("The keys are not to be changed.");
        }
        isFirst = added.length === 1;
        await takeOver(file, handle);
        await handle.writeFile(renderImageKeys(added));
      });
    } catch (failure) {
      return issue === undefined ? explainFailure(file, part, failure) : refuseImageKeys(file, issue);
    }
    return {
      kind: "done",
      json: { keyId: key.id, madeAtMs: key.madeAtMs, file },
      lines: [`Made ${key.id} in ${file}; it seals ${isFirst ? "from now on" : "in ten minutes"}.`],
    };
  },
};

/** The file stays that of the account that servers run as, whichever account makes another key. */
async function takeOver(file: string, handle: FileHandle): Promise<void> {
  const before = await stat(file).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  if (before === undefined) return;
  const { uid, gid } = await handle.stat();
  if (before.uid !== uid || before.gid !== gid) await handle.chown(before.uid, before.gid);
  await handle.chmod(before.mode & 0o640);
}

/** The keys of a file with one more, or why they can't be read. */
async function addKey(file: string, key: ImageKey): Promise<ImageKeys | string> {
  const text = await readFile(file, "utf8").catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === "ENOENT") return undefined;
    throw failure;
  });
  if (text === undefined) return [key];
  const read = await parseImageKeys(text);
  return read.kind === "faulty" ? read.issue : [...read.keys, key];
}

function explainFailure(file: string, part: string, failure: unknown): Outcome {
  const isHeld = failure instanceof Error && "code" in failure && failure.code === "EEXIST";
  return explainFileFailure(isHeld ? part : file, failure);
}
