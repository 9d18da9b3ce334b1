import { expect, test } from "vitest";
import { playDays } from "../testing/play-days.ts";

test("a day has all kinds of messages but heartbeats and snapshots", () => {
  const kinds = new Set(playDays(1, false).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([
    "close",
    "day",
    "depth",
    "news",
    "open-interest",
    "sentiment",
    "session",
    "status",
    "trade",
  ]);
});

test("auctions trade at one price and hide their orders", () => {
  const sent = playDays(2, false).filter(({ symbol }) => symbol === "FPT");
  const endMs = Date.parse("2026-11-23T09:15:00+07:00");
  const atEnd = sent.flatMap((message) =>
    message.kind === "trade" && message.atMs === endMs ? [message] : [],
  );
  expect(atEnd).toHaveLength(1);
  expect(atEnd[0]?.side).toBe("none");
  const gathered = sent.filter((message) => message.kind === "depth" && message.atMs < endMs);
  expect(gathered).toEqual([]);
});
