import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { readMessage, renderMessage } from "@trading-oms/feed";
import { restampMessage } from "@trading-oms/market";

/** Whatever gives messages by the clock. */
export type Player = {
  /** Gives what happens until a time; `isThere` is false as long as there is more to come, `isOver` once nothing ever will. */
  readonly playUntil: (nowMs: number) => Promise<{
    readonly messages: readonly FeedMessage[];
    readonly isThere: boolean;
    readonly isOver: boolean;
  }>;
};

/** A file that is played has a line that is none. */
export class RecordingFault extends Error {
  readonly line: number;

  constructor(line: number, fault: string) {
    super(fault);
    this.name = "RecordingFault";
    this.line = line;
  }
}

/** As many messages are played before others may go on. */
const messagesAtOnceMax = 2_000;

/** Opens a recording, to be played from now on at a speed, with the times that its messages then have. */
export async function playRecording(
  file: string,
  { speed, startMs }: { readonly speed: number; readonly startMs: number },
): Promise<Player & { readonly close: () => void }> {
  // What is not there, or can't be read, is known before anything is published.
  await (await open(file)).close();
  const stream = createReadStream(file);
  const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })[
    Symbol.asyncIterator
  ]();
  let lineCount = 0;
  const first = await nextOf(readRecordingHead);
  if (first === undefined) throw new RecordingFault(1, "this is no recording of a feed.");
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
        isThere: upcoming === undefined || !isDue(upcoming),
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

/** What the first line of a recording is. */
type RecordingHead = { readonly recordedAtMs: number };

/** What was heard at once, and how long after the recording began. */
type RecordedLine = { readonly afterMs: number; readonly messages: readonly FeedMessage[] };

/** What the first line of a recording names itself. */
const recordingFormat = "trading-oms-feed";
const version = 1;

/** Writes the first line. */
export function renderRecordingHead({ recordedAtMs }: RecordingHead): string {
  return `${JSON.stringify({ format: recordingFormat, version, recordedAt: new Date(recordedAtMs).toISOString() })}\n`;
}

/** Writes what was heard at once. */
export function renderRecordedLine({ afterMs, messages }: RecordedLine): string {
  return `{"afterMs":${afterMs},"messages":[${messages.map(renderMessage).join(",")}]}\n`;
}

/** Reads the first line; a sentence where it is not that of a recording. */
function readRecordingHead(text: string): RecordingHead | string {
  const head = parse(text);
  if (head?.["format"] !== recordingFormat) return "this is no recording of a feed.";
  if (head["version"] !== version) return `its version is not ${version}, which this command reads.`;
  const recordedAtMs = Date.parse(String(head["recordedAt"]));
  return Number.isNaN(recordedAtMs) ? "recordedAt is no time." : { recordedAtMs };
}

/** Reads a line after the first; a sentence where it is none. */
function readRecordedLine(text: string): RecordedLine | string {
  const line = parse(text);
  const { afterMs, messages: values } = line ?? {};
  if (!Number.isSafeInteger(afterMs) || (afterMs as number) < 0) return "afterMs is no time in milliseconds.";
  if (!Array.isArray(values)) return "messages is no list.";
  const messages: FeedMessage[] = [];
  for (const [index, value] of values.entries()) {
    const message = readMessage(value);
    if (typeof message === "string") return `message ${index + 1} is refused for its ${message}.`;
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
