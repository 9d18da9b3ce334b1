import { ApiError } from "./api-error.ts";

/** An image as programs have it: a Blob or File, or its bytes. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

const imageBytesMax = 8_000_000;

/** Writes an image in Base64, as identity-card reading takes it; one that is too large is refused unsent. */
export async function encodeImage(field: string, image: ImageSource): Promise<string> {
  const bytes = new Uint8Array(await new Response(image as Blob).arrayBuffer());
  if (bytes.length <= imageBytesMax) return toBase64(bytes);
  const message = `${field} has over ${imageBytesMax} bytes.`;
  throw new ApiError({ kind: "invalid", message, fieldErrors: { [field]: [message] } });
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
