import { isPhotoSized } from "./photo-limits.ts";

/** The least whole factor by which a picture has to be shrunk to be no larger than a photograph may be. */
export function fitFactor(width: number, height: number): number {
  let factor = 1;
  while (!isPhotoSized(Math.floor(width / factor), Math.floor(height / factor))) factor += 1;
  return factor;
}
