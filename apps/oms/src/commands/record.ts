import { createWriteStream, type WriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { NatsServers } from "@trading-oms/feed";
import type { NatsFeed } from "@trading-oms/feed/nats";
import { type Command, type Desk, type Result, refuse } from "../cli/command.ts";
import { explainFileFailure } from "../cli/files.ts";
import { renderNumber, showProgress } from "../cli/text.ts";
import { untilStopped } from "../cli/until-stopped.ts";
import { readDuration } from "../cli/values.ts";
import { type LinkNews, natsOption, readNatsOption, sayFailures, waitForNats } from "./nats.ts";
import { renderRecordedLine, renderRecordingHead } from "./recording.ts";

/** What waits for a disk waits in memory. */
const waitingBytesMax = 268_435_456;

const feedRecord: Command = {
  words: ["feed", "record"],
  argumentNames: ["FILE"],
  options: {
    for: { value: "DURATION", about: "how long, such as 60s", otherwise: "until SIGINT or SIGTERM" },
    nats: natsOption,
  },
  summary: "Writes what a feed on NATS tells into a file, to be played again.",
  about:
    "FILE is JSON, a line for whatever was heard at once, with the milliseconds since the recording began; the first line says what it is and when that was. It begins with a snapshot of every symbol. A file that is there already is left as it is. No database is needed.",
  example: "oms feed record today.jsonl --for 60s",
  run: async (given, desk) => {
    const file = given.argument("FILE");
    const duration = given.option("for");
    const durationMs = duration === undefined ? undefined : readDuration("--for", duration);
    const servers = readNatsOption(given, desk.world);
    const sayFailure = sayFailures(desk.say);
    const news: LinkNews = { last: undefined };
    // Only who needs it waits for it to be loaded.
    const { openNatsFeed } = await import("@trading-oms/feed/nats");
    const feed = openNatsFeed({
      servers,
      name: "oms feed record",
      takesSimulated: true,
      tell: (event) => {
        if (event.kind === "failed" || event.kind === "untaken") sayFailure(event.thrown);
        else news.last = event;
      },
    });
    try {
      await waitForNats(feed.opened, servers, news);
      return await record(feed, { file, durationMs, servers }, desk);
    } catch (failure) {
      return explainFileFailure(file, failure);
    } finally {
      await feed.close();
    }
  },
};

type Plan = { readonly file: string; readonly durationMs: number | undefined; readonly servers: NatsServers };

async function record(feed: NatsFeed, { file, durationMs, servers }: Plan, desk: Desk): Promise<Result> {
  const { world, say } = desk;
  // Whoever was first to write the file keeps it.
  const handle = await open(file, "wx", 0o600);
  const stream = createWriteStream(file, { fd: handle, autoClose: true });
  const duration = untilStopped(world, durationMs);
  const progress = showProgress(world, "Recording", "messages");
  const recordedAtMs = world.now();
  let count = 0;
  let isTooSlow = false;
  stream.once("error", () => duration.end());
  stream.write(renderRecordingHead({ recordedAtMs }));
  say(`Recording from NATS at ${servers.servers.join(", ")}; Ctrl-C ends it.`);
  const following = await feed.follow((heard) => {
    const messages = heard.filter(({ kind }) => kind !== "heartbeat");
    if (messages.length === 0) return;
    const line = renderRecordedLine({ afterMs: Math.max(0, world.now() - recordedAtMs), messages });
    if (!writeWithin(stream, line, waitingBytesMax)) {
      isTooSlow = true;
      return duration.end();
    }
    count += messages.length;
    progress.tell(count);
  });
  await duration.over;
  duration.release();
  await following.stop();
  await endStream(stream);
  progress.end();
  const isSilent = count === 0 ? ["Nobody published anything meanwhile."] : [];
  if (isTooSlow) {
    const message = `${file} is written more slowly than the feed tells: it holds the ${renderNumber(count)} messages until then. Record to a faster disk.`;
    refuse("disk-too-slow", message);
  }
  return {
    json: { file: resolve(file), messages: count },
    lines: [`Wrote ${renderNumber(count)} messages to ${file}.`, ...isSilent],
  };
}

async function endStream(stream: WriteStream): Promise<void> {
  stream.end();
  await finished(stream);
}

/** Writes a text unless more than so many bytes wait to be written already; gives whether it was. */
export function writeWithin(
  stream: Pick<Writable, "write" | "writableLength">,
  text: string,
  waitingBytesMax: number,
): boolean {
  if (stream.writableLength > waitingBytesMax) return false;
  stream.write(text);
  return true;
}

export const recordCommands: readonly Command[] = [feedRecord];
