import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { readMessage, renderMessage } from "@trading-oms/feed";

/** What the first line of a recording is. */
export type RecordingHead = { readonly recordedAtMs: number };

/** What was heard at once, and how long after the recording began. */
export type RecordedLine = { readonly afterMs: number; readonly messages: readonly FeedMessage[] };

/** What the first line of a recording names itself. */
export const recordingFormat = "trading-oms-feed";
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
export function readRecordingHead(text: string): RecordingHead | string {
  const head = parse(text);
  if (head?.["format"] !== recordingFormat) return "this is no recording of a feed.";
  if (head["version"] !== version) return `its version is not ${version}, which this command reads.`;
  const recordedAtMs = Date.parse(String(head["recordedAt"]));
  return Number.isNaN(recordedAtMs) ? "recordedAt is no time." : { recordedAtMs };
}

/** Reads a line after the first; a sentence where it is none. */
export function readRecordedLine(text: string): RecordedLine | string {
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
