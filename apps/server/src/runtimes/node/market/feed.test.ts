import { expect, test } from "vitest";
import { describeFeed } from "../../../operations/specified/search-symbols/handler.ts";
import { watchFeed } from "./feed.ts";

function say(
  kind: "none" | "simulated" | "nats",
  heardAgoMs: number | undefined,
  startedAgoMs = 0,
  isSimulated = () => kind === "simulated",
) {
  let nowMs = 1_000_000 - startedAgoMs;
  const heardAtMs = heardAgoMs === undefined ? undefined : 1_000_000 - heardAgoMs;
  const health = watchFeed({ kind, isSimulated }, { heardAtMs: () => heardAtMs }, () => nowMs);
  nowMs = 1_000_000;
  return health && describeFeed(health(), nowMs);
}

test("reports nothing if the feed sent a message within ten seconds, unless prices are simulated", () => {
  expect(say("nats", 10_000)).toBeUndefined();
  expect(say("simulated", 0)).toBe("Prices are simulated.");
});

test("reports simulated prices over NATS as simulated", () => {
  expect(say("nats", 0, 0, () => true)).toBe("Prices are simulated.");
});

test("after ten seconds of silence, reports for how long, with the last known state", () => {
  expect(say("nats", 10_001)).toBe("No feed heard for 10 s: last known state.");
  expect(say("simulated", 75_900)).toBe("Prices are simulated. No feed heard for 75 s: last known state.");
});

test("counts the silence from the start if the feed never sent anything, and reports none without a feed", () => {
  expect(say("nats", undefined, 9_000)).toBeUndefined();
  expect(say("nats", undefined, 42_000)).toBe("No feed heard for 42 s: last known state.");
  expect(say("none", undefined, 42_000)).toBeUndefined();
});
