import type { BadReason } from "./bad-reasons.ts";
import { readCountNumber, readPositiveNumber, readTimeNumber } from "./read-number.ts";

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

/** The version of everything that is sent here. */
export const wireVersion = 1;

const frameBytesMax = 1_048_576;
const sourceForm = /^[A-Za-z0-9_-]{1,64}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads what arrived as one, or tells why it is nothing that anybody here has sent; its messages are read by whoever takes them. */
export function readFrame(bytes: Uint8Array): Frame | BadReason {
  return frameOf(readJson(bytes));
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
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}
