/** A channel of a picture, in blocks of eight pixels by eight. */
export interface JpegComponent {
  readonly id: number;
  /** How often it is sampled beside the others, across and down. */
  readonly across: number;
  readonly down: number;
  readonly quantizerId: number;
  /** Its blocks as they stand in scans of several channels, filled up to whole units. */
  readonly columns: number;
  readonly rows: number;
  /** Its blocks as they stand in a scan of its own. */
  readonly columnsAlone: number;
  readonly rowsAlone: number;
}

/** What a frame header says. */
export interface JpegFrame {
  readonly isProgressive: boolean;
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  readonly acrossMax: number;
  readonly downMax: number;
  readonly unitColumns: number;
  readonly unitRows: number;
}

/** Reads a frame header, which begins with its precision; throws where it is none that cameras write. */
export function readFrame(segment: Uint8Array, isProgressive: boolean): JpegFrame {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  const count = view.getUint8(5);
  if (view.getUint8(0) !== 8 || (count !== 1 && count !== 3)) throw new Error("Not a picture of a camera.");
  const height = view.getUint16(1);
  const width = view.getUint16(3);
  const stated = Array.from({ length: count }, (_, i) => {
    const sampling = view.getUint8(7 + 3 * i);
    return {
      id: view.getUint8(6 + 3 * i),
      // A lone channel is its own measure, whatever it says.
      across: count === 1 ? 1 : sampling >> 4,
      down: count === 1 ? 1 : sampling & 15,
      quantizerId: view.getUint8(8 + 3 * i) & 3,
    };
  });
  if (stated.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) {
    throw new Error("A channel is sampled as none can be.");
  }
  const acrossMax = Math.max(...stated.map(({ across }) => across));
  const downMax = Math.max(...stated.map(({ down }) => down));
  const unitColumns = Math.ceil(width / (8 * acrossMax));
  const unitRows = Math.ceil(height / (8 * downMax));
  const components = stated.map((each) => ({
    ...each,
    columns: unitColumns * each.across,
    rows: unitRows * each.down,
    columnsAlone: Math.ceil(Math.ceil((width * each.across) / acrossMax) / 8),
    rowsAlone: Math.ceil(Math.ceil((height * each.down) / downMax) / 8),
  }));
  return { isProgressive, width, height, components, acrossMax, downMax, unitColumns, unitRows };
}
