import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { readMessage, renderMessage } from "@trading-oms/feed";
import { restampMessage } from "@trading-oms/market";

/** Plays messages by the clock. */
export type Player = {
  /**
   * Returns messages that are due at a time. If `hasCaughtUp` is false, more are due: call it again. `isOver` is true after the
   * last message.
   */
  readonly playUntil: (nowMs: number) => Promise<{
    readonly messages: readonly FeedMessage[];
    readonly hasCaughtUp: boolean;
    readonly isOver: boolean;
  }>;
};

/** A line of a recording is invalid. */
export class RecordingFault extends Error {
  readonly line: number;

  constructor(line: number, fault: string) {
    super(fault);
    this.name = "RecordingFault";
    this.line = line;
  }
}

/** The number of messages to play before yielding to other work. */
const messagesAtOnceMax = 2_000;

/** Opens a recording, to be played from `startMs` at a speed. The times of its messages are moved accordingly. */
export async function playRecording(
  file: string,
  { speed, startMs }: { readonly speed: number; readonly startMs: number },
): Promise<Player & { readonly close: () => void }> {
  // Reports a missing or unreadable file before anything is published.
  await (await open(file)).close();
  const stream = createReadStream(file);
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  let lineCount = 0;
  const first = await nextOf(readRecordingHead);
  if (first === undefined) throw new RecordingFault(1, "this is not a recording of a feed.");
  const { recordedAtMs } = first;
  let upcoming = await nextOf(readRecordedLine);
  const timeOf = (recordedMs: number): number => startMs + Math.floor((recordedMs - recordedAtMs) / speed);
  return {
    close: () => stream.destroy(),
    playUntil: async (nowMs) => {
      const messages: FeedMessage[] = [];
      const isDue = ({ afterMs }: RecordedLine): boolean => startMs + afterMs / speed <= nowMs;
      while (upcoming !== undefined && isDue(upcoming) && messages.length < messagesAtOnceMax) {
        for (const message of upcoming.messages) messages.push(restampMessage(message, timeOf(message.atMs)));
        upcoming = await nextOf(readRecordedLine);
      }
      return {
        messages,
        hasCaughtUp: upcoming === undefined || !isDue(upcoming),
        isOver: upcoming === undefined,
      };
    },
  };

  async function nextOf<Read>(read: (text: string) => Read | string): Promise<Read | undefined> {
    const { value, done } = await lines.next();
    if (done === true) return undefined;
    lineCount += 1;
    const reading = read(value);
    if (typeof reading === "string") throw new RecordingFault(lineCount, reading);
    return reading;
  }
}

/** The first line of a recording. */
type RecordingHead = { readonly recordedAtMs: number };

/** Messages that arrived together, and how long after the start. */
type RecordedLine = { readonly afterMs: number; readonly messages: readonly FeedMessage[] };

/** The format name in the first line. */
const recordingFormat = "trading-oms-feed";
const version = 1;

export function renderRecordingHead({ recordedAtMs }: RecordingHead): string {
  return `${JSON.stringify({ format: recordingFormat, version, recordedAt: new Date(recordedAtMs).toISOString() })}\n`;
}

export function renderRecordedLine({ afterMs, messages }: RecordedLine): string {
  return `{"afterMs":${afterMs},"messages":[${messages.map(renderMessage).join(",")}]}\n`;
}

/** Reads the first line. Returns a fault as a sentence if it is invalid. */
function readRecordingHead(text: string): RecordingHead | string {
  const head = parse(text);
  if (head?.["format"] !== recordingFormat) return "this is not a recording of a feed.";
  if (head["version"] !== version) return `its version is not ${version}, which this command reads.`;
  const recordedAtMs = Date.parse(String(head["recordedAt"]));
  return Number.isNaN(recordedAtMs) ? "recordedAt is not a time." : { recordedAtMs };
}

/** Reads a line after the first. Returns a fault as a sentence if it is invalid. */
function readRecordedLine(text: string): RecordedLine | string {
  const line = parse(text);
  const { afterMs, messages: values } = line ?? {};
  if (!Number.isSafeInteger(afterMs) || (afterMs as number) < 0)
    return "afterMs is not a time in milliseconds.";
  if (!Array.isArray(values)) return "messages is not a list.";
  const messages: FeedMessage[] = [];
  for (const [index, value] of values.entries()) {
    const message = readMessage(value);
    if (typeof message === "string") return `message ${index + 1} has an invalid ${message}.`;
    messages.push(message);
  }
  return { afterMs: afterMs as number, messages };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
