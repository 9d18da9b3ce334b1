import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { ByteScanner } from "./byte-scanner.ts";
import { levelsMax, type ReadLevels } from "./read-levels.ts";
import { readTimeNumber } from "./read-number.ts";

const trade = encode('"trade","symbol":"');
const depth = encode('"depth","symbol":"');
const start = encode('{"kind":');
const seqName = encode(',"seq":');
const atMsName = encode(',"atMs":');
const priceName = encode(',"price":');
const quantityName = encode(',"quantity":');
const sideName = encode(',"side":"');
const bidsName = encode(',"bids":[');
const asksName = encode('],"asks":[');
const sides = (["buy", "sell", "none"] as const).map((side) => ({ side, text: encode(`${side}"}`) }));
const depthEnd = encode("]}");

const comma = 0x2c;
const opening = 0x5b;
const closing = 0x5d;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** A value of JSON that stands in the place of a message. */
export type UnreadMessage = { readonly kind: "unread"; readonly value: unknown };

/**
 * Reads trades and books that are written as we write them, straight from their bytes: nearly all that a feed tells is
 * that, and values of JSON in between are most of the garbage that a server makes. Any other object is left as a value, even one that
 * means the same. Gives undefined where what stands there is no list of objects.
 */
export function scanMessages(bytes: Uint8Array, from: number): (FeedMessage | UnreadMessage)[] | undefined {
  const scanner = new ByteScanner(bytes, from);
  const messages: (FeedMessage | UnreadMessage)[] = [];
  do {
    const at = scanner.at;
    const message = scanMessage(scanner) ?? scanValue(bytes, scanner, at);
    if (message === undefined) return undefined;
    messages.push(message);
  } while (scanner.skip(comma));
  return scanner.skipAll(depthEnd) && scanner.isAtEnd() ? messages : undefined;
}

function scanValue(bytes: Uint8Array, scanner: ByteScanner, from: number): UnreadMessage | undefined {
  scanner.at = from;
  if (!scanner.skipObject()) return undefined;
  try {
    return { kind: "unread", value: JSON.parse(decoder.decode(bytes.subarray(from, scanner.at))) };
  } catch {
    return undefined;
  }
}

function scanMessage(scanner: ByteScanner): FeedMessage | undefined {
  if (!scanner.skipAll(start)) return undefined;
  const isTrade = scanner.skipAll(trade);
  if (!isTrade && !scanner.skipAll(depth)) return undefined;
  const symbol = scanner.symbol();
  if (symbol === undefined || !scanner.skipAll(seqName)) return undefined;
  const seq = scanner.positive();
  if (!scanner.skipAll(atMsName)) return undefined;
  const atMs = scanner.positive();
  if (seq === 0 || readTimeNumber(atMs) === undefined) return undefined;
  return isTrade ? scanTrade(scanner, symbol, seq, atMs) : scanDepth(scanner, symbol, seq, atMs);
}

function scanTrade(scanner: ByteScanner, symbol: string, seq: number, atMs: number): FeedMessage | undefined {
  if (!scanner.skipAll(priceName)) return undefined;
  const price = scanner.price();
  if (price === undefined || !scanner.skipAll(quantityName)) return undefined;
  const quantity = scanner.positive();
  if (quantity === 0 || !scanner.skipAll(sideName)) return undefined;
  for (const { side, text } of sides) {
    if (scanner.skipAll(text)) return { kind: "trade", symbol, seq, atMs, price, quantity, side };
  }
  return undefined;
}

function scanDepth(scanner: ByteScanner, symbol: string, seq: number, atMs: number): FeedMessage | undefined {
  if (!scanner.skipAll(bidsName)) return undefined;
  const bids = scanLevels(scanner);
  if (bids === undefined || !scanner.skipAll(asksName)) return undefined;
  const asks = scanLevels(scanner);
  if (asks === undefined || !scanner.skipAll(depthEnd)) return undefined;
  return { kind: "depth", symbol, seq, atMs, bids, asks };
}

function scanLevels(scanner: ByteScanner): ReadLevels | undefined {
  const levels: ReadLevels = [];
  if (!scanner.skip(opening)) return levels;
  do {
    const price = scanner.price();
    if (price === undefined || !scanner.skip(comma)) return undefined;
    const quantity = scanner.positive();
    if (quantity === 0 || !scanner.skip(closing) || levels.length === levelsMax) return undefined;
    levels.push({ price, quantity });
    if (!scanner.skip(comma)) return levels;
  } while (scanner.skip(opening));
  return undefined;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
