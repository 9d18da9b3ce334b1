import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LogEntry, LogLevel } from "../../../log-and-trace.ts";
import { writeLog } from "./log.ts";

const nowMs = Date.parse("2026-11-21T03:00:00.123Z");

function plan(level: LogLevel = "info") {
  const written: string[] = [];
  const clock = { nowMs };
  const log = writeLog(
    level,
    () => clock.nowMs,
    (text) => void written.push(text),
  );
  return { ...log, written, clock };
}

function linesOf(written: readonly string[]): Record<string, unknown>[] {
  const text = written.join("");
  return text === ""
    ? []
    : text
        .slice(0, -1)
        .split("\n")
        .map((line) => JSON.parse(line));
}

test("writes a request as one line of JSON with only the listed members", () => {
  const { log, flush, written } = plan();
  const entry = {
    level: "info",
    event: "request",
    requestId: "r-1",
    traceId: "0af7651916cd43dd8448eb211c80319c",
    operation: "getMarginRatio",
    method: "GET",
    status: 401,
    reason: "audience",
    durationMs: 1.234_56,
    url: "/api/v1/secret",
    headers: { authorization: "Bearer secret" },
  } as const;
  log(entry);
  flush();
  expect(written).toEqual([
    '{"time":"2026-11-21T03:00:00.123Z","level":"info","event":"request","requestId":"r-1",' +
      '"traceId":"0af7651916cd43dd8448eb211c80319c","operation":"getMarginRatio","method":"GET","status":401,' +
      '"reason":"audience","durationMs":1.235}\n',
  ]);
});

test("keeps the order of entries, each with its own time", () => {
  const { log, flush, written, clock } = plan();
  for (const event of ["first", "second", "third"]) {
    log({ level: "info", event });
    clock.nowMs += 1;
  }
  flush();
  expect(linesOf(written).map(({ event, time }) => [event, time])).toEqual([
    ["first", "2026-11-21T03:00:00.123Z"],
    ["second", "2026-11-21T03:00:00.124Z"],
    ["third", "2026-11-21T03:00:00.125Z"],
  ]);
});

test.each([
  ["error", ["error"]],
  ["warn", ["error", "warn"]],
  ["info", ["error", "warn", "info"]],
] as const)("at the level %s, writes: %j", (level, told) => {
  const { log, flush, written } = plan(level);
  for (const each of ["error", "warn", "info"] as const) log({ level: each, event: "it happened" });
  flush();
  expect(linesOf(written).map((line) => line["level"])).toEqual(told);
});

describe("writes lines", () => {
  test("in batches after a short delay", async () => {
    const { log, written } = plan();
    log({ level: "info", event: "first" });
    log({ level: "warn", event: "second" });
    expect(written).toEqual([]);
    await wait(150);
    expect(written.length).toBe(1);
    expect(linesOf(written).length).toBe(2);
  });

  test("at once for an error, together with earlier ones", () => {
    const { log, written } = plan();
    log({ level: "info", event: "first" });
    log({ level: "error", event: "second" });
    expect(written.length).toBe(1);
    expect(linesOf(written).map(({ event }) => event)).toEqual(["first", "second"]);
  });

  test("at once if many are buffered", () => {
    const { log, written } = plan();
    for (let count = 0; count < 2_000; count += 1) log({ level: "info", event: "request" });
    expect(written.length).toBeGreaterThan(1);
    expect(Math.max(...written.map((text) => text.length))).toBeLessThan(66_000);
  });

  test("once, however often they are flushed", () => {
    const { log, flush, written } = plan();
    log({ level: "info", event: "only" });
    flush();
    flush();
    expect(written.length).toBe(1);
  });
});

describe("many rejected requests", () => {
  const refuse = ({ log }: ReturnType<typeof plan>, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const status = index % 2 === 0 ? 401 : 429;
      log({ level: "info", event: "request", status, requestId: `r-${index}` });
    }
  };
  const toldOf = (written: readonly string[]) =>
    linesOf(written).map(({ event, status, count }) => (event === "request" ? status : { event, count }));
  const tenRefusals = [401, 429, 401, 429, 401, 429, 401, 429, 401, 429];

  test("are logged as ten lines per second and a count of the others", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const planned = plan();
    refuse(planned, 100_000);
    vi.advanceTimersByTime(1_000);
    refuse(planned, 11);
    vi.advanceTimersByTime(1_050);
    expect(toldOf(planned.written)).toEqual([
      ...tenRefusals,
      { event: "requests omitted from the log", count: 99_990 },
      ...tenRefusals,
      { event: "requests omitted from the log", count: 1 },
    ]);
  });

  test("do not suppress other lines, and are counted at a flush", () => {
    const planned = plan();
    refuse(planned, 12);
    for (const status of [200, 400, 403, 503]) planned.log({ level: "info", event: "request", status });
    planned.flush();
    expect(toldOf(planned.written)).toEqual([
      ...tenRefusals,
      ...[200, 400, 403, 503],
      { event: "requests omitted from the log", count: 2 },
    ]);
  });

  test("are not reported if there were none", () => {
    const planned = plan("warn");
    refuse(planned, 100);
    planned.flush();
    expect(planned.written).toEqual([]);
  });
});

test("logs name, cause and code of an error, but not its message", () => {
  const { log, written } = plan();
  const cause = Object.assign(new Error("secret"), { code: "57P01" });
  log({ level: "error", event: "unexpected failure", thrown: new Error("secret", { cause }) });
  expect(linesOf(written)[0]?.["thrown"]).toMatchObject({ name: "Error", cause: { code: "57P01" } });
  expect(written.join("")).not.toContain("secret");
});

test("a note cannot replace another member", () => {
  const { log, flush, written } = plan();
  log({ level: "info", event: "listening", notes: { origin: "http://a", level: "error", status: 1 } });
  flush();
  expect(linesOf(written)).toEqual([
    { time: "2026-11-21T03:00:00.123Z", level: "info", event: "listening", origin: "http://a" },
  ]);
});

test("no text can forge a second line or control a terminal", () => {
  const text = fc.string({
    unit: fc.constantFrom("\n", "\r", "\u0085", "\u2028", "\u2029", "\u001b", "\u009b", '"', "\\", "}", "a"),
  });
  const arbitraryEntry: fc.Arbitrary<LogEntry> = fc.record({
    level: fc.constant("info" as const),
    event: text,
    requestId: text,
    traceId: text,
    operation: text,
    method: text,
    thrown: text.map((message) => Object.assign(new Error(message), { code: message, name: message })),
    notes: fc.dictionary(text, text),
  });
  fc.assert(
    fc.property(arbitraryEntry, (entry) => {
      const { log, flush, written } = plan();
      log(entry);
      flush();
      const line = written.join("");
      expect(line).toMatch(/^\{[^\p{Cc}\u2028\u2029]*\}\n$/u);
      expect(JSON.parse(line)).toMatchObject({ event: entry.event, requestId: entry.requestId });
    }),
  );
});
