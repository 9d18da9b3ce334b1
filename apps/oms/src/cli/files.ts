import { isUtf8 } from "node:buffer";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type FaultOfFile, Refused, refuse } from "./command.ts";
import { renderNumber } from "./text.ts";

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is no folder",
  EACCES: "this account has no right to it",
  EPERM: "this account has no right to it",
  EROFS: "it can only be read",
  EEXIST: "it is there already",
  ENOSPC: "there is no room left",
  EDQUOT: "there is no room left for this account",
};

/** Says what kept a file from being read or written, where that is known; throws any other failure on. */
export function explainFileFailure(file: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  const sentence = sentences[code];
  if (sentence === undefined) throw failure;
  refuse("file-not-usable", `${file} can't be used: ${sentence}.`);
}

/** Works with a file; what keeps it from being read or written is refused, where that is known. */
export async function usingFile<Done>(file: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (failure) {
    return explainFileFailure(file, failure);
  }
}

/** @throws Refused with the first faults of a file, of which so many were found */
export function refuseFaults(file: string, faults: readonly FaultOfFile[], faultCount: number): never {
  const told = faultCount > faults.length ? `, of which the first ${faults.length} are told` : "";
  const many = faultCount === 1 ? "fault" : "faults";
  const message = `${file} has ${renderNumber(faultCount)} ${many}${told}; nothing was changed.`;
  throw new Refused({ code: "file-not-valid", message, file, faults, faultCount });
}

/** What keeps a file from being read on, and the line that it stands on. */
export class FileFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "FileFault";
    this.line = line;
  }
}

const newline = 0x0a;
const carriageReturn = 0x0d;
const lineBytesMax = 16 * 1_048_576;
const mark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads a file as blocks of whole lines that are UTF-8, without a byte order mark, each line ended by a newline alone.
 *
 * @throws FileFault where the text is in another encoding, with the line
 */
export async function* readUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let line = 1;
  let isFirst = true;
  for await (const whole of wholeLines(chunks)) {
    if (isFirst) refuseUtf16(whole);
    const block =
      isFirst && whole.subarray(0, mark.length).equals(mark) ? whole.subarray(mark.length) : whole;
    isFirst = false;
    if (!isUtf8(block)) {
      const at = lineNotUtf8(block, line);
      throw new FileFault(at, "the line is not UTF-8: save the file as UTF-8.");
    }
    yield withNewlinesAlone(block);
    line += countNewlines(block);
  }
}

/** A newline is never a part of another character of UTF-8, so that a block that ends there ends between two. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let line = 1;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const end = bytes.lastIndexOf(newline) + 1;
    if (end > 0) {
      const block = Buffer.concat([...pending, bytes.subarray(0, end)]);
      pending = [];
      pendingBytes = 0;
      line += countNewlines(block);
      yield block;
    }
    pending.push(Buffer.from(bytes.subarray(end)));
    pendingBytes += bytes.length - end;
    if (pendingBytes > lineBytesMax) {
      throw new FileFault(line, "the line is longer than 16 MiB: break it.");
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

function refuseUtf16(block: Buffer): void {
  const isMarked = block.length >= 2 && [0xfffe, 0xfeff].includes(block.readUInt16BE(0));
  // Letters of our column names are half zeros in UTF-16, and nothing else of ours holds a zero.
  const isHalfZeros = block.length >= 2 && (block[0] === 0) !== (block[1] === 0);
  if (isMarked || isHalfZeros) throw new FileFault(1, "the file is UTF-16: save it as UTF-8.");
}

function lineNotUtf8(block: Buffer, lineFirst: number): number {
  let line = lineFirst;
  let start = 0;
  for (;;) {
    const end = block.indexOf(newline, start);
    if (end < 0 || !isUtf8(block.subarray(start, end))) return line;
    line += 1;
    start = end + 1;
  }
}

function countNewlines(block: Buffer): number {
  let count = 0;
  for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** A line that ends in two characters would be counted twice where it stands within quotes. */
function withNewlinesAlone(block: Buffer): Buffer {
  if (!block.includes(carriageReturn)) return block;
  return Buffer.from(block.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** A file is there already, and was not to be replaced. */
export class FileExists extends Error {
  constructor() {
    super("The file is there already.");
    this.name = "FileExists";
  }
}

/**
 * Writes to a temporary file beside it, and renames that once it is on the disk, so that the file is never seen half
 * written.
 *
 * @throws FileExists where there is one that may not be replaced
 */
export async function replaceFile(
  { file, part, mayReplace }: { readonly file: string; readonly part: string; readonly mayReplace: boolean },
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const judge = async () => {
    if (!mayReplace && (await isThere(file))) throw new FileExists();
  };
  await judge();
  const handle = await open(part, "wx", 0o600);
  try {
    await write(handle);
    await handle.sync();
    await handle.close();
    await judge();
    await rename(part, file);
  } catch (failure) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw failure;
  }
  await syncFolder(dirname(file));
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === "ENOENT") return false;
      throw failure;
    },
  );
}

/** The new name is durable with its folder; where folders can't be opened, the system sees to it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
