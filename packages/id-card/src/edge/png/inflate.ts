import { BitSource } from "./bit-source.ts";
import { type Codes, makeCodes } from "./make-codes.ts";
import { OutputWindow, type Sink } from "./output-window.ts";
import { readCode } from "./read-code.ts";

/**
 * Inflates a zlib stream that comes in parts, and hands on what it makes before it makes more; throws where it is
 * damaged. A runtime's own stream may inflate all of what it is given at once, a thousand times its size.
 */
export function inflate(parts: readonly Uint8Array[], sink: Sink): void {
  const source = new BitSource(parts);
  const head = source.read(8);
  const flags = source.read(8);
  if ((head & 15) !== 8 || ((head << 8) | flags) % 31 !== 0 || (flags & 32) !== 0)
    throw new Error("This was not deflated.");
  const output = new OutputWindow(sink);
  for (let isLast = false; !isLast && output.isWanted; ) {
    isLast = source.read(1) === 1;
    const kind = source.read(2);
    if (kind === 0) copyStored(source, output);
    else if (kind === 1) readBlock(source, output, fixedLiterals, fixedDistances);
    else if (kind === 2) readBlock(source, output, ...readTables(source));
    else throw new Error("A block is of no kind.");
  }
  output.finish();
}

function copyStored(source: BitSource, output: OutputWindow): void {
  source.align();
  const length = source.read(16);
  if (source.read(16) !== (length ^ 0xffff)) throw new Error("The length of a block is damaged.");
  for (let i = 0; i < length && output.isWanted; i += 1) output.add(source.read(8));
}

function readBlock(source: BitSource, output: OutputWindow, literals: Codes, distances: Codes): void {
  while (output.isWanted) {
    const symbol = readCode(source, literals);
    if (symbol === 256) return;
    if (symbol < 256) {
      output.add(symbol);
      continue;
    }
    const length = readLength(source, symbol - 257);
    output.repeat(length, readDistance(source, readCode(source, distances)));
  }
}

/** From 3 to 258, each four more of the kinds with a bit more behind them. */
function readLength(source: BitSource, kind: number): number {
  if (kind < 8) return 3 + kind;
  if (kind === 28) return 258;
  if (kind > 28) throw new Error("A length is of no kind.");
  const bits = (kind >> 2) - 1;
  return 3 + ((4 + (kind & 3)) << bits) + source.read(bits);
}

/** From 1 to 32,768, each two more of the kinds with a bit more behind them. */
function readDistance(source: BitSource, kind: number): number {
  if (kind < 4) return 1 + kind;
  if (kind > 29) throw new Error("A distance is of no kind.");
  const bits = (kind >> 1) - 1;
  return 1 + ((2 + (kind & 1)) << bits) + source.read(bits);
}

/** The order in which the lengths of the codes of lengths stand. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function readTables(source: BitSource): [Codes, Codes] {
  const literalCount = 257 + source.read(5);
  const distanceCount = 1 + source.read(5);
  const lengthCount = 4 + source.read(4);
  const lengthLengths = new Uint8Array(19);
  for (const place of lengthOrder.slice(0, lengthCount)) lengthLengths[place] = source.read(3);
  const codes = makeCodes(lengthLengths);
  const lengths = new Uint8Array(literalCount + distanceCount);
  for (let at = 0; at < lengths.length; ) {
    const symbol = readCode(source, codes);
    if (symbol < 16) {
      lengths[at] = symbol;
      at += 1;
      continue;
    }
    if (symbol === 16 && at === 0) throw new Error("There is no length to repeat.");
    const value = symbol === 16 ? (lengths[at - 1] as number) : 0;
    const count =
      symbol === 16 ? 3 + source.read(2) : symbol === 17 ? 3 + source.read(3) : 11 + source.read(7);
    if (at + count > lengths.length) throw new Error("There are too many lengths.");
    lengths.fill(value, at, at + count);
    at += count;
  }
  return [makeCodes(lengths.subarray(0, literalCount)), makeCodes(lengths.subarray(literalCount))];
}

const fixedLiterals = makeCodes(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
);
const fixedDistances = makeCodes(new Uint8Array(32).fill(5));
