import { zigzag } from "./zigzag.ts";

/** How the values of a channel are coded: as a file states it, and by symbol the code and above it its length. */
export interface CodeTable {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
  readonly codes: Uint32Array;
}

/** The tables that a kind of channel is written by. */
export interface ChannelTables {
  /** Steps of the coefficients, in the order in which they are written. */
  readonly steps: Uint8Array;
  readonly means: CodeTable;
  readonly bands: CodeTable;
}

/** Where nine in ten of what there is to see stays, and a file of a telephone does not grow. */
const quality = 90;

/** For brightness: the tables that the standard gives as examples, and that nearly all programs write by. */
export function makeBrightnessTables(): ChannelTables {
  return {
    steps: scaleSteps(
      "100b0c0e0c0a100e0d0e1211101318281a181616183123251d283a333d3c3933" +
        "383740485c4e404457453738506d51575f626768673e4d71797064785c656763",
    ),
    means: makeCodeTable("00010501010101010100000000000000", "000102030405060708090a0b"),
    bands: makeCodeTable(
      "0002010303020403050504040000017d",
      "01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282" +
        "090a161718191a25262728292a3435363738393a434445464748494a535455565758595a636465666768696a" +
        "737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9ba" +
        "c2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa",
    ),
  };
}

/** The same for differences of colour. */
export function makeColourTables(): ChannelTables {
  return {
    steps: scaleSteps(`1112121815182f1a1a2f634238426363${"63".repeat(48)}`),
    means: makeCodeTable("00030101010101010101010000000000", "000102030405060708090a0b"),
    bands: makeCodeTable(
      "00020102040403040705040400010277",
      "0001020311040521310612415107617113223281081442" +
        "91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a" +
        "535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999a" +
        "a2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9ea" +
        "f2f3f4f5f6f7f8f9fa",
    ),
  };
}

/** Steps row by row, of those in the order in which they are written. */
export function orderByRow(steps: Uint8Array): Uint8Array {
  const ordered = new Uint8Array(64);
  for (let k = 0; k < 64; k += 1) ordered[zigzag[k] as number] = steps[k] as number;
  return ordered;
}

function scaleSteps(hex: string): Uint8Array {
  return bytesOf(hex).map((step) => Math.max(1, Math.round((step * (200 - 2 * quality)) / 100)));
}

function makeCodeTable(countsHex: string, symbolsHex: string): CodeTable {
  const counts = bytesOf(countsHex);
  const symbols = bytesOf(symbolsHex);
  const codes = new Uint32Array(256);
  let code = 0;
  let index = 0;
  for (let length = 1; length <= 16; length += 1) {
    for (let count = counts[length - 1] ?? 0; count > 0; count -= 1, code += 1, index += 1) {
      codes[symbols[index] as number] = (length << 16) | code;
    }
    code <<= 1;
  }
  return { counts, symbols, codes };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
