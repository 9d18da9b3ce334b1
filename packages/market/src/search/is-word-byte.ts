/** Whether a folded byte belongs to a word: digits, letters, and every part of a character beyond ASCII. */
export function isWordByte(byte: number): boolean {
  return byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39);
}
