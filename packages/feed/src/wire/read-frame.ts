import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "./bad-reasons.ts";
import type { MessageRoom } from "./message-room.ts";
import { readCountNumber, readPositiveNumber, readTimeNumber } from "./read-number.ts";
import { scanMessages, type UnreadMessage } from "./scan-messages.ts";

/** Where some messages come from, and their place among all that their publisher has sent. */
export type FrameHead = {
  /** Names the publisher; another name begins to count anew. */
  readonly source: string;
  /** When that publisher began. */
  readonly beganAtMs: number;
  /** Whether its prices are only played: nobody pays them now. */
  readonly isSimulated: boolean;
  /** The place of a frame, from 1 on; in an answer, that of the last frame before it. */
  readonly frame: number;
  readonly atMs: number;
};

/** What one publisher sends at once. */
export type Frame = FrameHead & {
  /** Read already where that could be done straight from their bytes, and not looked at yet where it couldn't. */
  readonly messages: readonly (FeedMessage | UnreadMessage)[];
};

/** What a value of JSON says of a frame, and its messages, which nobody has looked at. */
type ValueFrame = { readonly head: FrameHead; readonly values: readonly unknown[] };

/** The version of everything that is sent here. */
export const wireVersion = 1;

const frameBytesMax = 1_048_576;
const sourceForm = /^[A-Za-z0-9_-]{1,64}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads what arrived as one, or tells why it is nothing that anybody here has sent; its messages are read by whoever takes them. */
export function readFrame(bytes: Uint8Array, room?: MessageRoom): Frame | BadReason {
  const scanned = scanFrame(bytes, room);
  if (scanned !== undefined) return scanned;
  const frame = frameOf(readJson(bytes));
  if (typeof frame === "string") return frame;
  return { ...frame.head, messages: frame.values.map((value) => ({ kind: "unread", value })) };
}

/** As we write a frame, this stands between its head and its messages, and nothing else behind these. */
const messagesName = new TextEncoder().encode(',"messages":[');
const headBytesMax = 512;

/** Whatever is not written as we write it is left to whoever reads all that JSON can say. */
function scanFrame(bytes: Uint8Array, room: MessageRoom | undefined): Frame | undefined {
  if (bytes.length > frameBytesMax) return undefined;
  const headEnd = findMessages(bytes);
  if (headEnd === undefined) return undefined;
  const messages = scanMessages(bytes, headEnd + messagesName.length, room);
  if (messages === undefined) return undefined;
  const frame = frameOf(parseJson(bytes.subarray(0, headEnd), ',"messages":[]}'));
  return typeof frame === "string" ? undefined : { ...frame.head, messages };
}

function findMessages(bytes: Uint8Array): number | undefined {
  const end = Math.min(headBytesMax, bytes.length);
  for (let at = 0; at < end; at += 1) {
    let length = 0;
    while (length < messagesName.length && bytes[at + length] === messagesName[length]) length += 1;
    if (length === messagesName.length) return at;
  }
  return undefined;
}

/** A part of an answer to whoever asked for snapshots. */
export type AnswerPart = FrameHead & {
  readonly request: string;
  /** From 1 on. */
  readonly part: number;
  readonly isLast: boolean;
  /** Not looked at yet. */
  readonly messages: readonly unknown[];
};

/** Reads a part of an answer, or tells why it is none. */
export function readAnswerFrame(bytes: Uint8Array): AnswerPart | BadReason {
  const value = readJson(bytes);
  const frame = frameOf(value);
  if (typeof frame === "string") return frame;
  const raw = value as { readonly [Name in keyof AnswerPart]?: unknown };
  const { request, isLast } = raw;
  const part = readPositiveNumber(raw.part);
  if (typeof request !== "string" || typeof isLast !== "boolean" || part === undefined) return "frame";
  return { ...frame.head, request, part, isLast, messages: frame.values };
}

function frameOf(value: unknown): ValueFrame | BadReason {
  if (value === undefined) return "not-json";
  if (typeof value !== "object" || value === null) return "frame";
  const raw: { readonly [Name in keyof FrameHead | "version" | "messages"]?: unknown } = value;
  if (raw.version !== wireVersion) return "version";
  const { source, messages, isSimulated } = raw;
  if (typeof source !== "string" || !sourceForm.test(source) || !Array.isArray(messages)) return "frame";
  const frame = readCountNumber(raw.frame);
  // Whoever forgets to say that prices are played is not believed to tell real ones.
  if (frame === undefined || typeof isSimulated !== "boolean") return "frame";
  const beganAtMs = readTimeNumber(raw.beganAtMs);
  const atMs = readTimeNumber(raw.atMs);
  return beganAtMs === undefined || atMs === undefined
    ? "time"
    : { head: { source, beganAtMs, isSimulated, frame, atMs }, values: messages };
}

function readJson(bytes: Uint8Array): unknown {
  if (bytes.length > frameBytesMax) return undefined;
  return parseJson(bytes);
}

function parseJson(bytes: Uint8Array, end = ""): unknown {
  try {
    return JSON.parse(decoder.decode(bytes) + end);
  } catch {
    return undefined;
  }
}
