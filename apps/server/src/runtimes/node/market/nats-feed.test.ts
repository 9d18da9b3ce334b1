import { setTimeout as wait } from "node:timers/promises";
import type { MarkBook, ReferenceBook } from "@trading-oms/brokerage";
import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../../log-and-trace.ts";
import { subscribeToNats, warnIfUnanswered } from "./nats-feed.ts";

test("logs an unreachable NATS once, does not block, and shows it in the metrics", async () => {
  const opened = subscribeToNats({
    servers: { servers: ["127.0.0.1:1"], user: undefined, pass: undefined, isEncrypted: false },
    takesSimulated: false,
  });
  const entries: LogEntry[] = [];
  const books = { book: {} as ReferenceBook, marks: {} as MarkBook };
  const registry = new Registry();
  const log = (entry: LogEntry) => void entries.push(entry);
  const telling = opened.begin({ ...books, now: () => 0, log, registry });
  onTestFinished(() => telling.stop());
  const following = await opened.feed?.follow(() => {});
  await wait(400);
  expect(entries).toEqual([
    { level: "warn", event: "feed disconnected, reconnecting", notes: { cause: "connection refused" } },
  ]);
  const metrics = await registry.metrics();
  expect(metrics).toContain("oms_feed_connected 0\n");
  expect(metrics).toContain('oms_feed_invalid_total{reason="not-json"} 0\n');
  await following?.stop();
});

test("warns once about a connection that brings no state for five seconds, and again after it has worked", async () => {
  const counts = { isConnected: true, isWhole: false };
  const events: string[] = [];
  let nowMs = 0;
  const look = warnIfUnanswered(
    () => counts,
    ({ event }) => void events.push(event),
    () => nowMs,
  );
  const lookFor = async (ms: number): Promise<number> => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; nowMs += 100) await look();
    return events.length;
  };
  expect(await lookFor(5_000)).toBe(0);
  expect(await lookFor(20_000)).toBe(1);
  expect(events[0]).toContain("no publisher is running, or it may not answer");
  counts.isWhole = true;
  expect(await lookFor(20_000)).toBe(1);
  counts.isWhole = false;
  counts.isConnected = false;
  expect(await lookFor(20_000)).toBe(1);
  counts.isConnected = true;
  expect(await lookFor(20_000)).toBe(2);
});
