import { ApiError } from "./api-error.ts";

/** An image as programs have it: a Blob or File, or its bytes. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

const imageBytesMax = 8_000_000;

/** Writes an image in Base64, as identity-card reading takes it; too large or empty a one is refused unsent. */
export async function encodeImage(field: string, image: ImageSource): Promise<string> {
  const bytes = await bytesOf(image);
  if (bytes.length > 0 && bytes.length <= imageBytesMax) return toBase64(bytes);
  const message = bytes.length === 0 ? "The image is empty." : "The image has more than 8 MB.";
  throw new ApiError({ kind: "invalid", message, fieldErrors: { [field]: [message] } });
}

async function bytesOf(image: ImageSource): Promise<Uint8Array> {
  if (image instanceof Uint8Array) return image;
  return new Uint8Array(image instanceof ArrayBuffer ? image : await image.arrayBuffer());
}

/** `btoa` takes a text of bytes, and a call takes only so many arguments; a multiple of 3 leaves no padding between. */
function toBase64(bytes: Uint8Array): string {
  const chunkLength = 3 * 8192;
  let text = "";
  for (let start = 0; start < bytes.length; start += chunkLength) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + chunkLength)));
  }
  return text;
}
