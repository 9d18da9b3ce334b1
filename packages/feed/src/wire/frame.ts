import { type BadReason, isCount, isObject, isPositive, isTime, type Raw } from "./checks.ts";

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

/** What one publisher sends at once; its messages are values of JSON that nobody has looked at. */
type Frame = FrameHead & { readonly messages: readonly unknown[] };

/** A part of an answer to a request for snapshots. */
export type AnswerPart = Frame & {
  readonly request: string;
  /** From 1 on. */
  readonly part: number;
  readonly isLast: boolean;
};

/** The version of everything that is sent here. */
export const wireVersion = 1;

const frameBytesMax = 1_048_576;
const sourceForm = /^[A-Za-z0-9_-]{1,64}$/;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads a frame, or tells why it is none. */
export function readFrame(bytes: Uint8Array): Frame | BadReason {
  const value = readJson(bytes);
  return value === undefined ? "not-json" : readHead(value);
}

/** Reads a part of an answer, or tells why it is none. */
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
  // A publisher that does not say whether its prices are played is not believed to tell real ones.
  if (!isCount(frame) || typeof isSimulated !== "boolean") return "frame";
  if (!isTime(beganAtMs) || !isTime(atMs)) return "time";
  return { source, beganAtMs, isSimulated, frame, atMs, messages };
}

/** Gives undefined where the bytes are no JSON in UTF-8, or more than are sent at once. */
function readJson(bytes: Uint8Array): unknown {
  if (bytes.length > frameBytesMax) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Writes a frame around messages that are JSON already. */
export function renderFrame(head: FrameHead, messages: readonly string[]): string {
  return `${renderHead(head)},"messages":[${messages.join(",")}]}`;
}

/** Writes a part of an answer around snapshots that are JSON already. */
export function renderAnswerFrame(head: Omit<AnswerPart, "messages">, messages: readonly string[]): string {
  const { request, part, isLast } = head;
  const place = `"request":${JSON.stringify(request)},"part":${part},"isLast":${isLast}`;
  return `${renderHead(head)},${place},"messages":[${messages.join(",")}]}`;
}

function renderHead({ source, beganAtMs, isSimulated, frame, atMs }: FrameHead): string {
  const run = `"source":${JSON.stringify(source)},"beganAtMs":${beganAtMs},"isSimulated":${isSimulated}`;
  return `{"version":${wireVersion},${run},"frame":${frame},"atMs":${atMs}`;
}
