import { setTimeout as wait } from "node:timers/promises";
import type { MarkBook, ReferenceBook } from "@trading-oms/brokerage";
import { expect, onTestFinished, test } from "vitest";
import type { LogEntry } from "../../log.ts";
import { hearNats } from "./hear-nats.ts";

test("a NATS that is not there is said once, holds nobody up, and shows in the metrics", async () => {
  const opened = hearNats({ servers: ["nats://127.0.0.1:1"], takesSimulated: false });
  const entries: LogEntry[] = [];
  const books = { book: {} as ReferenceBook, marks: {} as MarkBook };
  const telling = opened.begin({ ...books, now: () => 0, log: (entry) => void entries.push(entry) });
  onTestFinished(() => telling.stop());
  const following = await opened.feed?.follow(() => {});
  await wait(400);
  expect(entries).toEqual([{ level: "warn", event: "the feed is away, and is looked for" }]);
  expect(opened.renderMetrics?.()).toContain("oms_feed_connected 0\n");
  expect(opened.renderMetrics?.()).toContain('oms_feed_bad_total{reason="not-json"} 0\n');
  await following?.stop();
});
