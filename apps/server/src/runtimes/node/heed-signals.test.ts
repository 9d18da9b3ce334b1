import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { heedSignals } from "./run-server.ts";

function plan() {
  const source = new EventEmitter();
  const codes: number[] = [];
  const signals = heedSignals(source as unknown as NodeJS.Process, (code) => void codes.push(code));
  return { source, codes, signals };
}

test("a signal during the start ends the process at once", () => {
  const { source, codes } = plan();
  source.emit("SIGTERM");
  expect(codes).toEqual([0]);
});

test.each([
  ["SIGTERM", "SIGINT"],
  ["SIGINT", "SIGTERM"],
  ["SIGINT", "SIGINT"],
])("%s asks the server to stop, and %s after it ends the process at once", async (first, second) => {
  const { source, codes, signals } = plan();
  const asked = signals.untilAsked();
  source.emit(first);
  await asked;
  expect(codes).toEqual([]);
  source.emit(second);
  expect(codes).toEqual([1]);
});

test("a signal that comes while callers are let in already is kept for whoever can stop in peace", async () => {
  const { source, codes, signals } = plan();
  signals.hold();
  source.emit("SIGTERM");
  expect(codes).toEqual([]);
  await signals.untilAsked();
  expect(codes).toEqual([]);
  source.emit("SIGTERM");
  expect(codes).toEqual([1]);
});
