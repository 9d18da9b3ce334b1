import { FileFault } from "../catalog/file-fault.ts";
import { readUtf8 } from "../catalog/read-utf-8.ts";
import { UsageFault } from "../usage-fault.ts";

const textLengthMax = 1_000;

/** Reads the number of a card from stdin, since whatever stands on a command line is kept by shells and seen by others. */
export async function readIdNumber(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const number = (await readText(stdin)).trim();
  if (/^\d{12}$/.test(number)) return number;
  throw new UsageFault("--number reads the number of a card from stdin, 12 digits and nothing else.");
}

async function readText(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  try {
    for await (const block of readUtf8(stdin)) {
      text += block.toString();
      if (text.length > textLengthMax) break;
    }
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    throw new UsageFault("--number reads UTF-8 from stdin, and this is something else.");
  }
  return text;
}
