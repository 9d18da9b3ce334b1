import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { ByteScanner } from "./byte-scanner.ts";
import { MessageRoom, type RoomDepth, type RoomTrade } from "./message-room.ts";
import { levelsMax } from "./read-levels.ts";
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
 * means the same. Gives undefined where what stands there is no list of objects. What is read into a room is good until
 * something else is read into it.
 */
export function scanMessages(
  bytes: Uint8Array,
  from: number,
  room: MessageRoom = new MessageRoom(),
): (FeedMessage | UnreadMessage)[] | undefined {
  room.clear();
  const scanner = new ByteScanner(bytes, from);
  const messages: (FeedMessage | UnreadMessage)[] = [];
  do {
    const at = scanner.at;
    const message = scanMessage(scanner, room) ?? scanValue(bytes, scanner, at);
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

function scanMessage(scanner: ByteScanner, room: MessageRoom): FeedMessage | undefined {
  if (!scanner.skipAll(start)) return undefined;
  const isTrade = scanner.skipAll(trade);
  if (!isTrade && !scanner.skipAll(depth)) return undefined;
  const symbol = scanner.symbol();
  if (symbol === undefined || !scanner.skipAll(seqName)) return undefined;
  const seq = scanner.positive();
  if (!scanner.skipAll(atMsName)) return undefined;
  const atMs = scanner.positive();
  if (seq === 0 || readTimeNumber(atMs) === undefined) return undefined;
  const message = isTrade ? scanTrade(scanner, room) : scanDepth(scanner, room);
  if (message === undefined) return undefined;
  message.symbol = symbol;
  message.seq = seq;
  message.atMs = atMs;
  return message;
}

function scanTrade(scanner: ByteScanner, room: MessageRoom): RoomTrade | undefined {
  if (!scanner.skipAll(priceName)) return undefined;
  const price = scanner.price();
  if (price === undefined || !scanner.skipAll(quantityName)) return undefined;
  const quantity = scanner.positive();
  if (quantity === 0 || !scanner.skipAll(sideName)) return undefined;
  for (const { side, text } of sides) {
    if (!scanner.skipAll(text)) continue;
    const message = room.trade();
    message.price = price;
    message.quantity = quantity;
    message.side = side;
    return message;
  }
  return undefined;
}

function scanDepth(scanner: ByteScanner, room: MessageRoom): RoomDepth | undefined {
  if (!scanner.skipAll(bidsName)) return undefined;
  const message = room.depth();
  if (!scanLevels(scanner, message.bids) || !scanner.skipAll(asksName)) return undefined;
  if (!scanLevels(scanner, message.asks) || !scanner.skipAll(depthEnd)) return undefined;
  return message;
}

/** Reads levels over those that are there; gives whether they could be read. */
function scanLevels(scanner: ByteScanner, levels: RoomDepth["bids"]): boolean {
  let count = 0;
  while (scanner.skip(count === 0 ? opening : comma)) {
    if (count > 0 && !scanner.skip(opening)) return false;
    const price = scanner.price();
    if (price === undefined || !scanner.skip(comma)) return false;
    const quantity = scanner.positive();
    if (quantity === 0 || !scanner.skip(closing) || count === levelsMax) return false;
    const level = levels[count];
    if (level === undefined) levels.push({ price, quantity });
    else {
      level.price = price;
      level.quantity = quantity;
    }
    count += 1;
  }
  if (levels.length > count) levels.length = count;
  return true;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
