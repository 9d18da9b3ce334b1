import { isUtf8 } from "node:buffer";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { type LineFault, Refused, refuse } from "./command.ts";
import { renderNumber } from "./text.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or folder",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EACCES: "this user has no permission",
  EPERM: "this user has no permission",
  EROFS: "the file system is read-only",
  ELOOP: "its symbolic links lead in a circle",
  EIO: "the disk can't be read or written; look at the log of the system",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "this process has too many files open",
  ENFILE: "this machine has too many files open",
  ENXIO: "nothing answers at it, such as a socket or a device that is not there",
  ENODEV: "the device is not there",
  EBUSY: "another process uses it",
  EFBIG: "it would become larger than the system allows",
  ESTALE: "the network file system has lost it; open it anew",
  ETIMEDOUT: "the network file system does not answer",
  EEXIST: "it exists already",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota of this user is used up",
};

/** @throws Refused with the reason for a known file-system error, else the failure itself */
export function rejectFileFailure(file: string, failure: unknown): never {
  const code = failure instanceof Error && "code" in failure ? String(failure.code) : "";
  const reason = reasons[code];
  if (reason === undefined) throw failure;
  refuse("file_not_usable", `${file} can't be used: ${reason}.`);
}

/** Runs work on a file. @throws Refused for a known file-system error */
export async function usingFile<Done>(file: string, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (failure) {
    return rejectFileFailure(file, failure);
  }
}

/** @throws Refused always, with the first faults of a file and the count of all */
export function rejectFaults(
  file: string,
  faults: readonly LineFault[],
  faultCount: number,
  writtenCount = 0,
): never {
  const shown = faultCount > faults.length ? `, of which the first ${faults.length} are shown` : "";
  const many = faultCount === 1 ? "fault" : "faults";
  const changed =
    writtenCount === 0
      ? "nothing was changed"
      : `${renderNumber(writtenCount)} rows were imported before accounts changed; mend these and repeat it`;
  const message = `${file} has ${renderNumber(faultCount)} ${many}${shown}; ${changed}.`;
  throw new Refused({ code: "file_not_valid", message, file, faults, faultCount });
}

/** A fault that ends the reading of a file, with its line number. */
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
/** A list of objects may be written on one line. */
const lineBytesMax = 16 * 1_048_576;
/** A line of cells is shorter; each empty cell would take fifty times its byte. */
const cellLineBytesMax = 262_144;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Reads UTF-8 text as blocks of whole lines. Drops a byte order mark and turns `\r\n` into `\n`.
 *
 * @throws FileFault if the text is not UTF-8 or a line is too long
 */
export async function* readUtf8(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number = lineBytesMax,
): AsyncGenerator<Buffer> {
  let line = 1;
  let isFirst = true;
  for await (const whole of wholeLines(chunks, bytesMax)) {
    if (isFirst) rejectUtf16(whole);
    const block =
      isFirst && whole.subarray(0, byteOrderMark.length).equals(byteOrderMark)
        ? whole.subarray(byteOrderMark.length)
        : whole;
    isFirst = false;
    if (!isUtf8(block)) {
      const at = lineNotUtf8(block, line);
      throw new FileFault(at, "the line is not UTF-8: save the file as UTF-8.");
    }
    yield normalizeLineEnds(block);
    line += countNewlines(block);
  }
}

/**
 * Reads lines of UTF-8 text as `readUtf8` does. A last line without an end may have been cut in the middle of a number.
 *
 * @throws FileFault for such a line, and where `readUtf8` throws
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let line = 1;
  for await (const block of readUtf8(chunks, cellLineBytesMax)) {
    if (block.at(-1) !== newline && block.toString().trim() !== "") {
      throw new FileFault(
        line,
        "the last line has no line end, so the file may have been cut: complete it, and end it with a line break.",
      );
    }
    yield block;
    line += countNewlines(block);
  }
}

/** Yields each line of a text. A fault that ends the reading is yielded as the last one. */
export async function* splitLines(
  blocks: AsyncIterable<Buffer>,
): AsyncGenerator<{ readonly line: number } & ({ readonly text: string } | { readonly fault: string })> {
  let line = 0;
  try {
    for await (const block of blocks) {
      for (const text of block.toString().replace(/\n$/, "").split("\n")) {
        line += 1;
        yield { line, text };
      }
    }
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    yield { line: failure.line, fault: failure.message };
  }
}

/** A newline byte is never part of a longer UTF-8 character, so a block that ends with one contains whole characters. */
async function* wholeLines(chunks: AsyncIterable<Uint8Array>, bytesMax: number): AsyncGenerator<Buffer> {
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
    if (pendingBytes > bytesMax) {
      throw new FileFault(line, `the line is longer than ${bytesMax / 1_024} KiB: break it.`);
    }
  }
  if (pendingBytes > 0) yield Buffer.concat(pending);
}

function rejectUtf16(block: Buffer): void {
  const isMarked = block.length >= 2 && [0xfffe, 0xfeff].includes(block.readUInt16BE(0));
  // In UTF-16 one byte of each ASCII letter is zero. Our UTF-8 files contain no zero bytes.
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

/** Inside quotes, the CSV parser would count a line that ends with `\r\n` twice. */
function normalizeLineEnds(block: Buffer): Buffer {
  if (!block.includes(carriageReturn)) return block;
  return Buffer.from(block.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** The file exists already and may not be replaced. */
export class FileExists extends Error {
  constructor() {
    super("The file exists already.");
    this.name = "FileExists";
  }
}

/**
 * Writes to a temporary file in the same folder, and renames it when it is on the disk, so that readers never see a
 * partial file.
 *
 * @throws FileExists if the file exists and may not be replaced
 */
export async function replaceFile(
  { file, part, mayReplace }: { readonly file: string; readonly part: string; readonly mayReplace: boolean },
  write: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const checkAbsent = async () => {
    if (!mayReplace && (await exists(file))) throw new FileExists();
  };
  await checkAbsent();
  const handle = await open(part, "wx", 0o600);
  try {
    await write(handle);
    await handle.sync();
    await handle.close();
    await checkAbsent();
    await rename(part, file);
  } catch (failure) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw failure;
  }
  await syncFolder(dirname(file));
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (failure: NodeJS.ErrnoException) => {
      if (failure.code === "ENOENT") return false;
      throw failure;
    },
  );
}

/** A rename is durable after the folder is flushed. On systems that cannot open folders, this does nothing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
