import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { openTestBoard } from "../testing/open-test-board.ts";
import { FeedPublisher } from "./feed-publisher.ts";

const atMs = Date.parse("2026-11-16T09:15:00+07:00");
const dayOf = (symbol: string): FeedMessage => ({
  kind: "day",
  symbol,
  seq: 1,
  atMs,
  date: "2026-11-16",
  referencePrice: 80_000_000n,
});

function open(snapshotOf?: (symbol: string) => FeedSnapshot | undefined, payloadBytesMax = 1_048_576) {
  const texts: string[] = [];
  const failures: unknown[] = [];
  const frames: { frame: number; messages: { symbol?: string; kind: string }[] }[] = [];
  const board = openTestBoard();
  const publisher = new FeedPublisher({
    source: "a",
    isSimulated: false,
    now: () => atMs,
    payloadBytesMax: () => payloadBytesMax,
    fail: (thrown) => failures.push(thrown),
    send: (text) => {
      texts.push(text);
      frames.push(JSON.parse(text));
    },
    snapshotOf: snapshotOf ?? board.snapshotOf,
  });
  const publish = (...symbols: string[]): void => {
    for (const symbol of symbols) board.apply(dayOf(symbol));
    publisher.add(symbols.map(dayOf));
  };
  const answer = (missing?: { afterFrame: number | undefined; symbols: string[] }) =>
    [...publisher.answer({ request: "1", source: "a", missing })].map((text) => {
      texts.push(text);
      return JSON.parse(text);
    });
  return { publisher, frames, texts, failures, board, publish, answer };
}

test("sends a frame at once when it has a hundred messages", () => {
  const { publisher, frames, publish } = open();
  publish(...Array.from({ length: 250 }, (_, index) => `S${index}`));
  expect(frames.map(({ frame, messages }) => [frame, messages.length])).toEqual([
    [1, 100],
    [2, 100],
  ]);
  publisher.flush();
  publisher.flush();
  expect(frames.map(({ frame, messages }) => [frame, messages.length])).toEqual([
    [1, 100],
    [2, 100],
    [3, 50],
  ]);
});

test("sends a heartbeat if no frame was sent since the last one", () => {
  const { publisher, frames, publish } = open();
  publisher.beat();
  publish("FPT");
  publisher.beat();
  publisher.beat();
  expect(frames.map(({ messages }) => messages.map(({ kind }) => kind))).toEqual([
    ["heartbeat"],
    ["day"],
    ["heartbeat"],
  ]);
});

test("answers with the symbols of missed and later frames and the symbols named", () => {
  const { publisher, publish, answer } = open();
  for (const symbol of ["FPT", "VNM", "HPG"]) {
    publish(symbol);
    publisher.flush();
  }
  const symbolsIn = (parts: { messages: { symbol: string }[] }[]) =>
    parts.flatMap(({ messages }) => messages.map(({ symbol }) => symbol)).sort();
  expect(symbolsIn(answer())).toEqual(["FPT", "HPG", "VNM"]);
  expect(symbolsIn(answer({ afterFrame: 2, symbols: [] }))).toEqual(["HPG"]);
  expect(symbolsIn(answer({ afterFrame: 2, symbols: ["FPT", "NONE"] }))).toEqual(["FPT", "HPG"]);
  expect(symbolsIn(answer({ afterFrame: undefined, symbols: [] }))).toEqual([]);
});

test("sends buffered messages before an answer, which names that frame", () => {
  const { frames, publish, answer } = open();
  publish("FPT");
  expect(answer()).toMatchObject([
    { source: "a", isSimulated: false, frame: 1, request: "1", part: 1, isLast: true },
  ]);
  expect(frames).toHaveLength(1);
});

const longNews = Array.from({ length: 5 }, () => ({ title: "ờ".repeat(1_000), publishedAtMs: atMs }));

function withLongNews(snapshot: FeedSnapshot): FeedSnapshot {
  return { ...snapshot, quote: { ...snapshot.quote, news: longNews } };
}

test("splits an answer into short parts, and marks the last", () => {
  const { board, publish, answer, texts } = open();
  publish(...Array.from({ length: 100 }, (_, index) => `S${index}`));
  const parts = answer();
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ part, isLast }) => [part, isLast])).toEqual(
    parts.map((_, index) => [index + 1, index + 1 === parts.length]),
  );
  expect(parts.flatMap(({ messages }) => messages)).toHaveLength(100);
  expect(board.snapshots()).toHaveLength(100);
  for (const text of texts.slice(1)) expect(Buffer.byteLength(text)).toBeLessThan(24_500);
});

test("keeps every payload within the limit in bytes, and drops the news of a snapshot if it has to", () => {
  const board = openTestBoard();
  const snapshotOf = (symbol: string): FeedSnapshot | undefined => {
    board.apply(dayOf(symbol));
    const snapshot = board.snapshotOf(symbol);
    return snapshot && withLongNews(snapshot);
  };
  const { publisher, publish, answer, texts, failures } = open(snapshotOf, 4_096);
  publish(...Array.from({ length: 100 }, (_, index) => `S${index}`));
  publisher.flush();
  const item = { title: "ờ".repeat(900), publishedAtMs: atMs };
  const newsOf = (seq: number): FeedMessage => ({ kind: "news", symbol: "S1", seq, atMs, item });
  publisher.add([newsOf(2), newsOf(3)]);
  publisher.flush();
  const answered = answer().flatMap(({ messages }) => messages);
  expect(answered).toHaveLength(100);
  expect(answered[0]).toMatchObject({ symbol: "S0", quote: { news: [] } });
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
  expect(failures).toEqual([]);
});

test("reports and skips a message that is too long, and sends the later ones", () => {
  const { publisher, publish, frames, failures } = open(undefined, 600);
  publisher.add([
    { kind: "news", symbol: "FPT", seq: 1, atMs, item: { title: "a".repeat(300), publishedAtMs: atMs } },
  ]);
  publish("VNM");
  publisher.flush();
  expect(frames.map(({ messages }) => messages.map(({ symbol }) => symbol))).toEqual([["VNM"]]);
  expect(failures).toMatchObject([
    { message: "A message (news) is longer than the max_payload of NATS and was not sent." },
  ]);
});

test("ignores requests to another publisher", () => {
  const { publisher, publish } = open();
  publish("FPT");
  expect([...publisher.answer({ request: "1", source: "b", missing: undefined })]).toEqual([]);
  expect([...publisher.answer({ request: "1", source: undefined, missing: undefined })]).toHaveLength(1);
});
