import { expect, test } from "vitest";
import { describeFeed } from "./feed.ts";

function say(
  kind: "none" | "simulated" | "nats",
  heardAgoMs: number | undefined,
  startedAgoMs = 0,
  isSimulated = () => kind === "simulated",
) {
  let nowMs = 1_000_000 - startedAgoMs;
  const heardAtMs = heardAgoMs === undefined ? undefined : 1_000_000 - heardAgoMs;
  const describe = describeFeed({ kind, isSimulated }, { heardAtMs: () => heardAtMs }, () => nowMs);
  nowMs = 1_000_000;
  return describe();
}

test("a feed that was heard within ten seconds is nothing to speak of, unless its prices are played", () => {
  expect(say("nats", 10_000)).toBeUndefined();
  expect(say("simulated", 0)).toBe("Prices are simulated.");
});

test("prices that came over NATS and are only played are told of as such", () => {
  expect(say("nats", 0, 0, () => true)).toBe("Prices are simulated.");
});

test("a feed that is silent for longer than ten seconds leaves what was known last, and says since when", () => {
  expect(say("nats", 10_001)).toBe("No feed heard for 10 s: last known state.");
  expect(say("simulated", 75_900)).toBe("Prices are simulated. No feed heard for 75 s: last known state.");
});

test("a feed that was never heard is silent since the start, and one that nobody asked for is not missed", () => {
  expect(say("nats", undefined, 9_000)).toBeUndefined();
  expect(say("nats", undefined, 42_000)).toBe("No feed heard for 42 s: last known state.");
  expect(say("none", undefined, 42_000)).toBeUndefined();
});
