import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";

/** Reads the lines of a compressed file; what keeps it from being read is thrown by whoever takes the next line. */
export async function* readBackupLines(file: string): AsyncGenerator<string> {
  const unzipped = createGunzip();
  // A failure of either ends both, and is met below.
  pipeline(createReadStream(file), unzipped, () => {});
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of unzipped) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
