declare const TextEncoder: new () => {
  encode(text: string): Uint8Array<ArrayBuffer>;
};

const encoder = new TextEncoder();

/** Turns a text into the bytes of UTF-8, by the encoder that every runtime has and no language library declares. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}
