import { createWriteStream, type WriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import type { NatsServers } from "@trading-oms/feed";
import type { NatsFeed } from "@trading-oms/feed/nats";
import { type Command, type CommandContext, type Result, refuse } from "../../cli/command.ts";
import { rejectFileFailure } from "../../cli/files.ts";
import { renderNumber, showProgress } from "../../cli/text.ts";
import { untilStopped } from "../../cli/until-stopped.ts";
import { readDuration } from "../../cli/values.ts";
import { type LinkState, natsOption, readNatsOption, reportEachOnce, waitForNats } from "./nats.ts";
import { renderRecordedLine, renderRecordingHead } from "./recording.ts";

/** Bounds the memory for lines that the disk has not taken yet. */
const waitingBytesMax = 268_435_456;

const feedRecord: Command = {
  words: ["feed", "record"],
  argumentNames: ["FILE"],
  options: {
    for: { value: "DURATION", about: "how long, such as 60s", otherwise: "until SIGINT or SIGTERM" },
    nats: natsOption,
  },
  summary: "Records the messages of a feed on NATS to a file.",
  about:
    "FILE contains JSON lines. The first line names the format and the start time; each other line contains the messages that arrived together, and the milliseconds since the start. The first messages are snapshots of every symbol. An existing file is not changed. No database is needed. To play the file, see oms feed publish.",
  example: "oms feed record today.jsonl --for 60s",
  run: async (input, context) => {
    const file = input.argument("FILE");
    const duration = input.option("for");
    const durationMs = duration === undefined ? undefined : readDuration("--for", duration);
    const servers = readNatsOption(input, context.world);
    const report = reportEachOnce(context.say);
    const link: LinkState = { last: undefined };
    // Imported lazily, to keep the start of other commands fast.
    const { openNatsFeed } = await import("@trading-oms/feed/nats");
    const feed = openNatsFeed({
      servers,
      name: "oms feed record",
      takesSimulated: true,
      onEvent: (event) => {
        if (event.kind === "failed" || event.kind === "untaken") report(event.thrown);
        else link.last = event;
      },
    });
    try {
      await waitForNats(feed.opened, servers, link);
      return await record(feed, { file, durationMs, servers }, context);
    } catch (failure) {
      return rejectFileFailure(file, failure);
    } finally {
      await feed.close();
    }
  },
};

type Plan = { readonly file: string; readonly durationMs: number | undefined; readonly servers: NatsServers };

async function record(
  feed: NatsFeed,
  { file, durationMs, servers }: Plan,
  context: CommandContext,
): Promise<Result> {
  const { world, say } = context;
  // Fails if the file exists.
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
    if (!tryWrite(stream, line, waitingBytesMax)) {
      isTooSlow = true;
      return duration.end();
    }
    count += messages.length;
    progress.update(count);
  });
  await duration.over;
  duration.release();
  await following.stop();
  await endStream(stream);
  progress.end();
  const silence = count === 0 ? ["There was no publisher, or it sent no messages."] : [];
  if (isTooSlow) {
    const message = `The disk of ${file} is slower than the feed, so recording has ended after ${renderNumber(count)} messages. Record to a faster disk.`;
    refuse("disk_too_slow", message);
  }
  return {
    json: { file: resolve(file), messages: count },
    lines: [`Wrote ${renderNumber(count)} messages to ${file}.`, ...silence],
  };
}

async function endStream(stream: WriteStream): Promise<void> {
  stream.end();
  await finished(stream);
}

/** Writes a text unless more than `waitingBytesMax` bytes are waiting already. Returns whether it has written. */
export function tryWrite(
  stream: Pick<Writable, "write" | "writableLength">,
  text: string,
  waitingBytesMax: number,
): boolean {
  if (stream.writableLength > waitingBytesMax) return false;
  stream.write(text);
  return true;
}

export const recordCommands: readonly Command[] = [feedRecord];
