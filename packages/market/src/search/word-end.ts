import { isWordByte } from "./is-word-byte.ts";

/** Where the word, or the sign, that begins at a place ends. */
export function wordEnd(text: Uint8Array, place: number): number {
  let end = place + 1;
  if (isWordByte(text[place] as number)) while (isWordByte(text[end] as number)) end += 1;
  return end;
}
