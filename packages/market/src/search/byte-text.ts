/** Bytes that are written one after another, and the room for more. */
export type ByteText = { bytes: Uint8Array; size: number };

/** Makes room for more bytes behind those that are written. */
export function reserveBytes(target: ByteText, byteCount: number): void {
  const needed = target.size + byteCount;
  if (needed <= target.bytes.length) return;
  const bytes = new Uint8Array(Math.max(needed, 2 * target.bytes.length));
  bytes.set(target.bytes.subarray(0, target.size));
  target.bytes = bytes;
}

/** Writes one byte. */
export function writeByte(target: ByteText, byte: number): void {
  reserveBytes(target, 1);
  target.bytes[target.size] = byte;
  target.size += 1;
}

/** Writes a stretch of other bytes. */
export function writeBytes(target: ByteText, source: Uint8Array, from: number, to: number): void {
  reserveBytes(target, to - from);
  const { bytes } = target;
  let { size } = target;
  for (let i = from; i < to; i += 1, size += 1) bytes[size] = source[i] as number;
  target.size = size;
}
