import type { Photo } from "../read/image/photo.ts";

/** Sets a photograph upright by the orientation that its metadata gives, 1 to 8. */
export function turnPhoto(photo: Photo, orientation: number): Photo {
  if (orientation === 1) return photo;
  const isOnSide = orientation >= 5;
  const width = isOnSide ? photo.height : photo.width;
  const height = isOnSide ? photo.width : photo.height;
  const isFromRight = [2, 3, 7, 8].includes(orientation);
  const isFromBelow = [3, 4, 6, 7].includes(orientation);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const across = isOnSide ? y : x;
      const down = isOnSide ? x : y;
      const column = isFromRight ? photo.width - 1 - across : across;
      const row = isFromBelow ? photo.height - 1 - down : down;
      const from = (row * photo.width + column) * 3;
      data[to] = photo.data[from] as number;
      data[to + 1] = photo.data[from + 1] as number;
      data[to + 2] = photo.data[from + 2] as number;
    }
  }
  return { width, height, data };
}
