import { UsageFault } from "../usage-fault.ts";

const lengthMax = 128;

/** Reads somebody's name, which is kept for ever and shown in tables: no control character comes in by it. */
export function readName(name: string, text: string): string {
  const isWritten = text.trim() !== "" && text.length <= lengthMax && !/\p{C}/u.test(text);
  if (isWritten) return text;
  throw new UsageFault(`${name} is no name: write 1 to ${lengthMax} visible characters.`);
}
