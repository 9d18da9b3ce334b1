import type { FeedMessage } from "@trading-oms/brokerage/ports";
import type { BadReason } from "./bad-reasons.ts";
import { readCountNumber, readPositiveNumber, readTimeNumber } from "./read-number.ts";
import { scanMessages } from "./scan-messages.ts";

/** What one publisher sends at once: some messages, and its place among all that it has sent. */
export type Frame = {
  /** Names the publisher; another name begins to count anew. */
  readonly source: string;
  /** When that publisher began. */
  readonly beganAtMs: number;
  /** Whether its prices are only played: nobody pays them now. */
  readonly isSimulated: boolean;
  /** The place of a frame, from 1 on; in an answer, that of the last frame before it. */
  readonly frame: number;
  readonly atMs: number;
  /** Not looked at yet. */
  readonly messages: readonly unknown[];
};

/** A frame, and its messages where they could be read straight from their bytes; then it has no others. */
export type ReadFrame = Frame & { readonly scanned?: readonly FeedMessage[] };

/** The version of everything that is sent here. */
export const wireVersion = 1;

const frameBytesMax = 1_048_576;
const sourceForm = /^[A-Za-z0-9_-]{1,64}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads what arrived as one, or tells why it is nothing that anybody here has sent; its messages are read by whoever takes them. */
export function readFrame(bytes: Uint8Array): ReadFrame | BadReason {
  return scanFrame(bytes) ?? frameOf(readJson(bytes));
}

/** As we write a frame, this stands between its head and its messages, and nothing else behind these. */
const messagesName = new TextEncoder().encode(',"messages":[');
const headBytesMax = 512;

/** Whatever is not written as we write it is left to whoever reads all that JSON can say. */
function scanFrame(bytes: Uint8Array): ReadFrame | undefined {
  if (bytes.length > frameBytesMax) return undefined;
  const headEnd = findMessages(bytes);
  if (headEnd === undefined) return undefined;
  const scanned = scanMessages(bytes, headEnd + messagesName.length);
  if (scanned === undefined) return undefined;
  const head = frameOf(parseJson(bytes.subarray(0, headEnd), ',"messages":[]}'));
  return typeof head === "string" ? undefined : { ...head, scanned };
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
export type AnswerPart = Frame & {
  readonly request: string;
  /** From 1 on. */
  readonly part: number;
  readonly isLast: boolean;
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
  return { ...frame, request, part, isLast };
}

function frameOf(value: unknown): Frame | BadReason {
  if (value === undefined) return "not-json";
  if (typeof value !== "object" || value === null) return "frame";
  const raw: { readonly [Name in keyof Frame | "version"]?: unknown } = value;
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
    : { source, beganAtMs, isSimulated, frame, atMs, messages };
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
