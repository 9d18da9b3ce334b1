import type { FeedMessage, FeedSnapshot } from "@trading-oms/brokerage/ports";
import { expect, test } from "vitest";
import { openToldBoard } from "../testing/open-told-board.ts";
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
  const board = openToldBoard();
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
  const tell = (...symbols: string[]): void => {
    for (const symbol of symbols) board.apply(dayOf(symbol));
    publisher.tell(symbols.map(dayOf));
  };
  const answer = (lacking?: { afterFrame: number | undefined; symbols: string[] }) =>
    [...publisher.answer({ request: "1", source: "a", lacking })].map((text) => {
      texts.push(text);
      return JSON.parse(text);
    });
  return { publisher, frames, texts, failures, board, tell, answer };
}

test("messages share a frame until there are a hundred, and wait for no more", () => {
  const { publisher, frames, tell } = open();
  tell(...Array.from({ length: 250 }, (_, index) => `S${index}`));
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

test("a heartbeat is sent where nothing else was since the last time", () => {
  const { publisher, frames, tell } = open();
  publisher.beat();
  tell("FPT");
  publisher.beat();
  publisher.beat();
  expect(frames.map(({ messages }) => messages.map(({ kind }) => kind))).toEqual([
    ["heartbeat"],
    ["day"],
    ["heartbeat"],
  ]);
});

test("whoever lacks frames is given the symbols of those and of later ones, with those it names", () => {
  const { publisher, tell, answer } = open();
  for (const symbol of ["FPT", "VNM", "HPG"]) {
    tell(symbol);
    publisher.flush();
  }
  const symbolsIn = (parts: { messages: { symbol: string }[] }[]) =>
    parts.flatMap(({ messages }) => messages.map(({ symbol }) => symbol)).sort();
  expect(symbolsIn(answer())).toEqual(["FPT", "HPG", "VNM"]);
  expect(symbolsIn(answer({ afterFrame: 2, symbols: [] }))).toEqual(["HPG"]);
  expect(symbolsIn(answer({ afterFrame: 2, symbols: ["FPT", "NONE"] }))).toEqual(["FPT", "HPG"]);
  expect(symbolsIn(answer({ afterFrame: undefined, symbols: [] }))).toEqual([]);
});

test("an answer stands behind what was told before it, and says so", () => {
  const { frames, tell, answer } = open();
  tell("FPT");
  expect(answer()).toMatchObject([
    { source: "a", isSimulated: false, frame: 1, request: "1", part: 1, isLast: true },
  ]);
  expect(frames).toHaveLength(1);
});

const longNews = Array.from({ length: 5 }, () => ({ title: "ờ".repeat(1_000), publishedAtMs: atMs }));

function withLongNews(snapshot: FeedSnapshot): FeedSnapshot {
  return { ...snapshot, quote: { ...snapshot.quote, news: longNews } };
}

test("an answer comes in parts that are taken in a moment, the last of which says that it is", () => {
  const { board, tell, answer, texts } = open();
  tell(...Array.from({ length: 100 }, (_, index) => `S${index}`));
  const parts = answer();
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ part, isLast }) => [part, isLast])).toEqual(
    parts.map((_, index) => [index + 1, index + 1 === parts.length]),
  );
  expect(parts.flatMap(({ messages }) => messages)).toHaveLength(100);
  expect(board.snapshots()).toHaveLength(100);
  for (const text of texts.slice(1)) expect(Buffer.byteLength(text)).toBeLessThan(24_500);
});

test("nothing longer is sent than NATS takes at once, counted in bytes, and a snapshot rather without its news", () => {
  const board = openToldBoard();
  const snapshotOf = (symbol: string): FeedSnapshot | undefined => {
    board.apply(dayOf(symbol));
    const snapshot = board.snapshotOf(symbol);
    return snapshot && withLongNews(snapshot);
  };
  const { publisher, tell, answer, texts, failures } = open(snapshotOf, 4_096);
  tell(...Array.from({ length: 100 }, (_, index) => `S${index}`));
  publisher.flush();
  const item = { title: "ờ".repeat(900), publishedAtMs: atMs };
  const newsOf = (seq: number): FeedMessage => ({ kind: "news", symbol: "S1", seq, atMs, item });
  publisher.tell([newsOf(2), newsOf(3)]);
  publisher.flush();
  const told = answer().flatMap(({ messages }) => messages);
  expect(told).toHaveLength(100);
  expect(told[0]).toMatchObject({ symbol: "S0", quote: { news: [] } });
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096);
  expect(failures).toEqual([]);
});

test("a message that nothing makes short enough is left out and told of, and those behind it are sent", () => {
  const { publisher, tell, frames, failures } = open(undefined, 600);
  publisher.tell([
    { kind: "news", symbol: "FPT", seq: 1, atMs, item: { title: "a".repeat(300), publishedAtMs: atMs } },
  ]);
  tell("VNM");
  publisher.flush();
  expect(frames.map(({ messages }) => messages.map(({ symbol }) => symbol))).toEqual([["VNM"]]);
  expect(failures).toMatchObject([{ message: "A message (news) is longer than NATS takes at once." }]);
});

test("somebody else's request has no answer", () => {
  const { publisher, tell } = open();
  tell("FPT");
  expect([...publisher.answer({ request: "1", source: "b", lacking: undefined })]).toEqual([]);
  expect([...publisher.answer({ request: "1", source: undefined, lacking: undefined })]).toHaveLength(1);
});
