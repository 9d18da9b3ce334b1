/** Reads out of a segment of camera data how a picture has to be turned, 1 to 8; 1 where it says nothing. */
export function readOrientation(segment: Uint8Array): number {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  if (view.byteLength < 14 || view.getUint32(0) !== 0x45786966) return 1;
  const tiff = 6;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > view.byteLength) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + 12 * i;
    if (entry + 12 > view.byteLength) return 1;
    if (view.getUint16(entry, isLittle) !== 0x0112) continue;
    const orientation = view.getUint16(entry + 8, isLittle);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}
