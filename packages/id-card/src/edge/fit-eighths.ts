import { isPhotoSized } from "./photo-limits.ts";

/** The largest number of eighths, 1 to 8, at which a picture is no larger than a photograph may be. */
export function fitEighths(width: number, height: number): number {
  let eighths = 8;
  while (eighths > 1 && !isPhotoSized(Math.ceil((width * eighths) / 8), Math.ceil((height * eighths) / 8)))
    eighths -= 1;
  return eighths;
}
