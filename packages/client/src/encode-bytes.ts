/** Bytes of a body become Base64, as the document asks for. */
import { ApiError } from "./api-error.ts";

/** The bytes of an image. A `File` is a `Blob`, and a Node `Buffer` is a `Uint8Array`. */
export type ImageSource = Blob | ArrayBuffer | Uint8Array;

/** A body whose Base64 members may be given as bytes, at most 8,000,000 each. */
export type WithBytes<Body> = {
  readonly [Name in keyof Body]: undefined extends Body[Name]
    ? Body[Name] | ImageSource | undefined
    : Body[Name] | ImageSource;
};

/** Encodes what is bytes as Base64. Throws an ApiError if it is too large, so that nothing is sent. */
export async function encodeBytes(body: object): Promise<object> {
  const encoded: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(body)) {
    // Bytes have a `byteLength`, and a `Blob` has a `size`.
    if (Object(value).byteLength >= 0 || Object(value).size >= 0) encoded[name] = await encode(name, value);
  }
  return encoded;
}

async function encode(name: string, image: ImageSource): Promise<string> {
  // `Response` of Node does not know a `Blob` of jsdom, and a `Blob` of React Native has no `arrayBuffer`.
  const read = (image as Partial<Blob>).arrayBuffer?.() ?? new Response(image as Blob).arrayBuffer();
  const bytes = new Uint8Array(await read);
  if (bytes.length > 8_000_000) {
    const message = `${name} has over 8 MB.`;
    throw new ApiError({ kind: "invalid", message, fieldErrors: { [name]: [message] } });
  }
  let text = "";
  // In chunks, because the number of arguments of a call is limited. A multiple of 3 needs no padding in between.
  for (let start = 0; start < bytes.length; start += 24_576) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + 24_576)));
  }
  return text;
}
