import sharp, { type Sharp } from "sharp";
import { photoSideMax } from "../read/card-tools.ts";
import { imageLimits } from "../read/limits/judge-image.ts";

/** Opens an image that passed the limits, to be decoded: turned as its metadata says, and without any of it. */
export function openPhoto(bytes: Uint8Array): Sharp {
  return (
    sharp(bytes, { limitInputPixels: imageLimits.pixelsMax, failOn: "error", pages: 1 })
      .autoOrient()
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      // The mean of what is shrunk is as good to read as a sharper kernel's, and a third of a vast picture's time is saved.
      .resize(photoSideMax, photoSideMax, { fit: "inside", withoutEnlargement: true, kernel: "linear" })
  );
}
