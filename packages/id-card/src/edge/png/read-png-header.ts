/** What a PNG says of itself before its pixels, and the parts that those come in. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  /** Bits a sample. */
  readonly depth: number;
  /** Samples a pixel; one where a pixel is the number of a colour in the palette. */
  readonly samples: number;
  /** Whether the last sample is how opaque a pixel is. */
  readonly hasAlpha: boolean;
  /** Red, green and blue of each colour, with the opacities that are given. */
  readonly palette: { readonly colours: Uint8Array; readonly opacities: Uint8Array } | undefined;
  readonly parts: readonly Uint8Array[];
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Reads the chunks of a PNG; throws where they are cut short, or where its rows come in several passes. */
export function readPngHeader(bytes: Uint8Array): PngHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = view.getUint8(25);
  const samples = samplesOf[kind];
  const depth = view.getUint8(24);
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || view.getUint8(28) !== 0)
    throw new Error("Not a PNG that is read here.");
  const parts: Uint8Array[] = [];
  let colours: Uint8Array | undefined;
  let opacities = new Uint8Array();
  for (let at = 33; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, at + 8 + length);
    const name = view.getUint32(at + 4);
    if (name === 0x504c5445) colours = body;
    else if (name === 0x74524e53) opacities = new Uint8Array(body);
    else if (name === 0x49444154) parts.push(body);
    at += 12 + length;
  }
  if (kind === 3 && colours === undefined) throw new Error("The palette is missing.");
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    depth,
    samples,
    hasAlpha: kind === 4 || kind === 6,
    palette: kind === 3 && colours !== undefined ? { colours, opacities } : undefined,
    parts,
  };
}
