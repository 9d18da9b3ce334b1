import { type BadReason, isCount, isObject, isPositive, isTime, type Raw } from "./checks.ts";

/** The origin of a frame and its position in the sequence of its publisher. */
export type FrameHead = {
  /** The name of one run of a publisher. Each run has its own numbers. */
  readonly source: string;
  /** When that run began, in Unix milliseconds. */
  readonly beganAtMs: number;
  /** Whether its prices are simulated or from a recording. */
  readonly isSimulated: boolean;
  /** The number of the frame, from 1. In an answer, the number of the last frame before it. */
  readonly frame: number;
  readonly atMs: number;
};

/** One payload of a publisher. Its messages are parsed JSON and not validated yet. */
type Frame = FrameHead & { readonly messages: readonly unknown[] };

/** One part of an answer to a request for snapshots. */
export type AnswerPart = Frame & {
  readonly request: string;
  /** From 1. */
  readonly part: number;
  readonly isLast: boolean;
};

/** The version of frames, requests and answers. */
export const wireVersion = 1;

const frameBytesMax = 1_048_576;
const sourceForm = /^[A-Za-z0-9_-]{1,64}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses a frame. Returns the reason if it is invalid. */
export function readFrame(bytes: Uint8Array): Frame | BadReason {
  const value = readJson(bytes);
  return value === undefined ? "not-json" : readHead(value);
}

/** Parses a part of an answer. Returns the reason if it is invalid. */
export function readAnswerFrame(bytes: Uint8Array): AnswerPart | BadReason {
  const value = readJson(bytes);
  if (value === undefined) return "not-json";
  const frame = readHead(value);
  if (typeof frame === "string") return frame;
  const { request, part, isLast } = value as Raw<keyof AnswerPart>;
  if (typeof request !== "string" || typeof isLast !== "boolean" || !isPositive(part)) return "frame";
  return { ...frame, request, part, isLast };
}

function readHead(value: unknown): Frame | BadReason {
  if (!isObject(value)) return "frame";
  const { version, source, beganAtMs, isSimulated, frame, atMs, messages }: Raw<keyof Frame | "version"> =
    value;
  if (version !== wireVersion) return "version";
  if (typeof source !== "string" || !sourceForm.test(source) || !Array.isArray(messages)) return "frame";
  // Required, so that a simulating publisher that omits it is not taken for a real one.
  if (!isCount(frame) || typeof isSimulated !== "boolean") return "frame";
  if (!isTime(beganAtMs) || !isTime(atMs)) return "time";
  return { source, beganAtMs, isSimulated, frame, atMs, messages };
}

/** Undefined if the bytes are not JSON in UTF-8 or are too long. */
function readJson(bytes: Uint8Array): unknown {
  if (bytes.length > frameBytesMax) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

export function renderFrame(head: FrameHead, messages: readonly string[]): string {
  return `${renderHead(head)},"messages":[${messages.join(",")}]}`;
}

/** Renders a part of an answer from rendered snapshots. */
export function renderAnswerFrame(head: Omit<AnswerPart, "messages">, messages: readonly string[]): string {
  const { request, part, isLast } = head;
  const place = `"request":${JSON.stringify(request)},"part":${part},"isLast":${isLast}`;
  return `${renderHead(head)},${place},"messages":[${messages.join(",")}]}`;
}

function renderHead({ source, beganAtMs, isSimulated, frame, atMs }: FrameHead): string {
  const run = `"source":${JSON.stringify(source)},"beganAtMs":${beganAtMs},"isSimulated":${isSimulated}`;
  return `{"version":${wireVersion},${run},"frame":${frame},"atMs":${atMs}`;
}
