import { Registry } from "prom-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { operationPathsOf } from "../../../app.ts";
import type { LogEntry, Span } from "../../../log-and-trace.ts";
import { parseExposition } from "../../../testing/parse-exposition.ts";
import { type CollectorAnswer, receiveSpans } from "../../../testing/receive-spans.ts";
import { wait } from "../background.ts";
import { startTracing, type TracingLimits } from "./telemetry.ts";

const quick: TracingLimits = {
  batchCountMax: 10,
  batchMsMax: 30,
  waitingCountMax: 100,
  attemptCountMax: 3,
  attemptMsMax: 1_000,
  backoffMs: 10,
  backoffMsMax: 2_000,
  stopMsMax: 300,
};

const span: Span = {
  trace: {
    traceId: "0af7651916cd43dd8448eb211c80319c",
    spanId: "00f067aa0ba902b7",
    parentSpanId: "b7ad6b7169203331",
    isSampled: true,
  },
  operation: "getMarginRatio",
  method: "GET",
  status: 200,
  beganAtMs: 1_795_230_000_000.25,
  durationMs: 1.5,
};

type Plan = {
  readonly tracing: NonNullable<ReturnType<typeof startTracing>>;
  readonly logged: LogEntry[];
  readonly countOf: (what: "sent" | "dropped") => Promise<number | undefined>;
};

function plan(tracesUrl: string, limits: Partial<TracingLimits> = {}): Plan {
  const logged: LogEntry[] = [];
  const settings = {
    ...{ tracesUrl, tracesHeaders: { "x-key": "k" } },
    ...{ serviceName: 'orders "one"', tracesRatio: 1 },
  };
  const registry = new Registry();
  const world = {
    registry,
    version: "1.2.3",
    log: (entry: LogEntry) => void logged.push(entry),
    routes: operationPathsOf(),
  };
  const tracing = startTracing(settings, world, { ...quick, ...limits });
  if (tracing === undefined) throw new Error("Nothing was started.");
  onTestFinished(tracing.stop);
  const countOf = async (what: string) =>
    parseExposition(await registry.metrics()).get(`oms_spans_${what}_total`)?.samples[0]?.value;
  return { tracing, logged, countOf };
}

async function planWith(answerTo?: (index: number) => CollectorAnswer, limits?: Partial<TracingLimits>) {
  const collector = await receiveSpans(answerTo);
  return { ...plan(collector.endpoint, limits), batches: collector.batches };
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 10_000;
  while (!(await isTrue()) && performance.now() < endMs) await wait(5);
  expect(await isTrue()).toBe(true);
}

test("starts nothing if no collector is configured", () => {
  const world = { registry: new Registry(), version: "1.2.3", log: () => {}, routes: {} };
  expect(
    startTracing(
      { tracesUrl: undefined, tracesHeaders: undefined, tracesRatio: 1, serviceName: "orders" },
      world,
    ),
  ).toBeUndefined();
});

describe("a collector receives", () => {
  test("a request as a server span by the HTTP conventions", async () => {
    const { tracing, batches } = await planWith();
    tracing.record(span);
    await tracing.stop();
    expect(batches[0]?.path).toBe("/v1/traces");
    expect(batches[0]?.headers).toMatchObject({ "content-type": "application/json", "x-key": "k" });
    expect(batches[0]?.resource).toEqual([
      { key: "service.name", value: { stringValue: 'orders "one"' } },
      { key: "service.version", value: { stringValue: "1.2.3" } },
    ]);
    expect(batches[0]?.spans).toEqual([
      {
        traceId: "0af7651916cd43dd8448eb211c80319c",
        spanId: "00f067aa0ba902b7",
        parentSpanId: "b7ad6b7169203331",
        flags: 0x301,
        name: "getMarginRatio",
        kind: 2,
        startTimeUnixNano: "1795230000000250000",
        endTimeUnixNano: "1795230000001750000",
        attributes: [
          { key: "http.request.method", value: { stringValue: "GET" } },
          { key: "http.response.status_code", value: { intValue: "200" } },
          { key: "http.route", value: { stringValue: "/api/v1/diagnostics/margin-ratios/{symbol}" } },
        ],
      },
    ]);
  });

  test("no parent for a trace that began here, and no route for a request that is no operation", async () => {
    const { tracing, batches } = await planWith();
    tracing.record({ ...span, operation: "health", trace: { ...span.trace, parentSpanId: undefined } });
    await tracing.stop();
    const [sent] = batches[0]?.spans ?? [];
    expect(sent).not.toHaveProperty("parentSpanId");
    expect(sent?.flags).toBe(0x101);
    expect(sent?.attributes.map(({ key }) => key)).toEqual([
      "http.request.method",
      "http.response.status_code",
    ]);
  });

  test.each([
    [499, undefined, undefined],
    [500, { code: 2 }, "500"],
    [503, { code: 2 }, "503"],
  ])("for the status %i the outcome %j", async (status, outcome, errorType) => {
    const { tracing, batches } = await planWith();
    tracing.record({ ...span, status });
    await tracing.stop();
    const [sent] = batches[0]?.spans ?? [];
    expect(sent?.status).toEqual(outcome);
    expect(sent?.attributes.find(({ key }) => key === "error.type")?.value.stringValue).toBe(errorType);
  });

  test("spans in batches after a short delay", async () => {
    const { tracing, batches, countOf } = await planWith();
    for (let count = 0; count < 3; count += 1) tracing.record(span);
    await until(async () => (await countOf("sent")) === 3);
    expect(batches.map(({ spans }) => spans.length)).toEqual([3]);
  });

  test("a full batch at once, and the rest after it", async () => {
    const { tracing, batches, countOf } = await planWith(undefined, { batchMsMax: 60_000 });
    for (let count = 0; count < 20; count += 1) tracing.record(span);
    await until(async () => (await countOf("sent")) === 20);
    expect(batches.map(({ spans }) => spans.length)).toEqual([10, 10]);
  });

  test("queued spans at the stop", async () => {
    const { tracing, batches, countOf } = await planWith(undefined, { batchMsMax: 60_000 });
    for (let count = 0; count < 25; count += 1) tracing.record(span);
    await tracing.stop();
    expect(batches.map(({ spans }) => spans.length)).toEqual([10, 10, 5]);
    expect([await countOf("sent"), await countOf("dropped")]).toEqual([25, 0]);
  });
});

describe("a collector that", () => {
  test.each([429, 502, 503, 504])("answers %i once gets the same batch again", async (status) => {
    const { tracing, batches, countOf, logged } = await planWith((index) => ({
      status: index === 0 ? status : 200,
    }));
    tracing.record(span);
    await until(async () => (await countOf("sent")) === 1);
    expect(batches[1]?.text).toBe(batches[0]?.text);
    expect(logged).toEqual([]);
  });

  test.each([301, 400, 401, 404, 413, 500])(
    "answers %i gets no retry, and the failure is logged",
    async (status) => {
      const { tracing, batches, countOf, logged } = await planWith(() => ({
        status,
        headers: { location: "/" },
      }));
      tracing.record(span);
      await until(async () => (await countOf("dropped")) === 1);
      expect(batches.length).toBe(1);
      expect(logged).toEqual([
        { level: "warn", event: "exporting traces failed", status, thrown: undefined },
      ]);
    },
  );

  test("sends Retry-After is waited for", async () => {
    const answers: CollectorAnswer[] = [{ status: 503, headers: { "retry-after": "1" } }];
    const { tracing, countOf } = await planWith((index) => answers[index] ?? { status: 200 });
    const beganMs = performance.now();
    tracing.record(span);
    await until(async () => (await countOf("sent")) === 1);
    expect(performance.now() - beganMs).toBeGreaterThan(990);
  });

  test("accepts a part has the rejected spans counted", async () => {
    const body = '{"partialSuccess":{"rejectedSpans":"2","errorMessage":"too old"}}';
    const { tracing, countOf } = await planWith(() => ({ status: 200, body }));
    for (let count = 0; count < 3; count += 1) tracing.record(span);
    await until(async () => (await countOf("sent")) === 1);
    expect(await countOf("dropped")).toBe(2);
  });

  test("answers 200 without JSON has accepted the spans", async () => {
    const { tracing, countOf } = await planWith(() => ({ status: 200, body: "thanks" }));
    tracing.record(span);
    await until(async () => (await countOf("sent")) === 1);
  });

  test("never answers is given up after the time-out of each attempt", async () => {
    const { tracing, batches, countOf, logged } = await planWith(() => "hang", { attemptMsMax: 500 });
    tracing.record(span);
    await until(async () => (await countOf("dropped")) === 1);
    expect(batches.length).toBe(3);
    expect(logged.map(({ event }) => event)).toEqual(["exporting traces failed"]);
  });

  test("is unreachable uses no more memory, and lost spans are counted", async () => {
    const { tracing, countOf, logged } = plan("http://127.0.0.1:9", {
      backoffMs: 60_000,
      backoffMsMax: 60_000,
    });
    for (let count = 0; count < 10_000; count += 1) tracing.record(span);
    expect(await countOf("dropped")).toBe(10_000 - 110);
    await tracing.stop();
    expect(await countOf("dropped")).toBe(10_000);
    expect(logged.length).toBe(1);
  });

  test("recovers is logged once when it fails and once when it recovers", async () => {
    const { tracing, countOf, logged } = await planWith((index) => ({ status: index < 2 ? 400 : 200 }));
    for (let count = 1; count <= 4; count += 1) {
      tracing.record(span);
      await until(async () => ((await countOf("sent")) ?? 0) + ((await countOf("dropped")) ?? 0) === count);
    }
    expect(logged.map(({ level, event }) => [level, event])).toEqual([
      ["warn", "exporting traces failed"],
      ["info", "exporting traces recovered"],
    ]);
  });
});

test("stopping keeps its time limit whatever the collector does, and no spans are accepted afterwards", async () => {
  const { tracing, countOf } = await planWith(() => "hang", { batchMsMax: 60_000, attemptMsMax: 60_000 });
  for (let count = 0; count < 25; count += 1) tracing.record(span);
  const beganMs = performance.now();
  await tracing.stop();
  expect(performance.now() - beganMs).toBeLessThan(1_500);
  tracing.record(span);
  expect([await countOf("sent"), await countOf("dropped")]).toEqual([0, 26]);
});
