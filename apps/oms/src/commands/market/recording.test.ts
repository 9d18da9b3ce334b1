import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FeedMessage } from "@trading-oms/brokerage/ports";
import { expect, onTestFinished, test } from "vitest";
import { playRecording, renderRecordedLine, renderRecordingHead } from "./recording.ts";

const recordedAtMs = Date.parse("2026-11-16T09:15:00+07:00");
const startMs = Date.parse("2026-11-20T10:00:00+07:00");

const trade = (seq: number, atMs: number): FeedMessage => ({
  kind: "trade",
  symbol: "FPT",
  seq,
  atMs,
  price: 80_000_000n,
  quantity: 100,
  side: "buy",
});

async function write(...lines: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "oms-recording-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "recording.jsonl");
  await writeFile(file, lines.join(""));
  return file;
}

const head = renderRecordingHead({ recordedAtMs });

test("plays a recording at its original pace with the current time", async () => {
  const file = await write(
    head,
    renderRecordedLine({ afterMs: 0, messages: [trade(1, recordedAtMs)] }),
    renderRecordedLine({ afterMs: 1_000, messages: [trade(2, recordedAtMs + 990)] }),
  );
  const player = await playRecording(file, { speed: 1, startMs });
  onTestFinished(player.close);
  expect(await player.playUntil(startMs + 999)).toEqual({
    messages: [trade(1, startMs)],
    hasCaughtUp: true,
    isOver: false,
  });
  expect(await player.playUntil(startMs + 1_000)).toEqual({
    messages: [trade(2, startMs + 990)],
    hasCaughtUp: true,
    isOver: true,
  });
});

test("plays a second in a tenth of a second at ten times the speed", async () => {
  const file = await write(
    head,
    renderRecordedLine({ afterMs: 1_000, messages: [trade(2, recordedAtMs + 990)] }),
  );
  const player = await playRecording(file, { speed: 10, startMs });
  onTestFinished(player.close);
  expect((await player.playUntil(startMs + 99)).messages).toEqual([]);
  expect((await player.playUntil(startMs + 100)).messages).toEqual([trade(2, startMs + 99)]);
});

test("moves a day message to the day on which it is played", async () => {
  const day: FeedMessage = {
    kind: "day",
    symbol: "FPT",
    seq: 1,
    atMs: recordedAtMs,
    date: "2026-11-16",
    referencePrice: 80_000_000n,
  };
  const file = await write(head, renderRecordedLine({ afterMs: 0, messages: [day] }));
  const player = await playRecording(file, { speed: 1, startMs });
  onTestFinished(player.close);
  expect((await player.playUntil(startMs)).messages).toEqual([{ ...day, atMs: startMs, date: "2026-11-20" }]);
});

test("reports an invalid line by its number when it is reached", async () => {
  const file = await write(
    head,
    renderRecordedLine({ afterMs: 0, messages: [] }),
    '{"afterMs":1,"messages":[{"kind":"trade"}]}\n',
  );
  await expect(
    playRecording(file, { speed: 1, startMs }).then((player) => player.playUntil(startMs)),
  ).rejects.toMatchObject({ line: 3, message: "message 1 has an invalid symbol." });
});

test.for([
  ["", "this is not a recording of a feed."],
  ["rubbish\n", "this is not a recording of a feed."],
  ['{"format":"trading-oms-backup"}\n', "this is not a recording of a feed."],
  ['{"format":"trading-oms-feed","version":2}\n', "its version is not 1, which this command reads."],
  ['{"format":"trading-oms-feed","version":1}\n', "recordedAt is not a time."],
])("rejects a file that begins with %j", async ([text = "", message]) => {
  await expect(playRecording(await write(text), { speed: 1, startMs })).rejects.toMatchObject({
    line: 1,
    message,
  });
});
