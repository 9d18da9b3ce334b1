import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { restampMessage } from "@trading-oms/market";
import { type Player, RecordingFault } from "./player.ts";
import { type RecordedLine, readRecordedLine, readRecordingHead } from "./recording-format.ts";

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
