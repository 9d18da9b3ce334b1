declare const TextEncoder: new () => {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, room: Uint8Array): { readonly read: number; readonly written: number };
};

const encoder = new TextEncoder();

/** Turns a text into the bytes of UTF-8, by the encoder that every runtime has and no language library declares. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

/** Writes a text into a room from a place on, and gives how many bytes it took; undefined where it does not fit. */
export function encodeUtf8Into(text: string, room: Uint8Array, from: number): number | undefined {
  const { read, written } = encoder.encodeInto(text, room.subarray(from));
  return read === text.length ? written : undefined;
}
