import fc from "fast-check";
import { expect, test } from "vitest";
import { beginExchange, type Exchange } from "./request-context.ts";

const ownTraceId = "11111111111111111111111111111111";
const ownSpanId = "2222222222222222";
const traceParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

function begin(headers: Record<string, string>, chooseTrace?: (traceId: string) => boolean): Exchange {
  const services = {
    makeTraceId: () => ownTraceId,
    makeSpanId: () => ownSpanId,
    monotonicMs: () => 7,
    chooseTrace,
  };
  return beginExchange(services, new Headers(headers));
}

test("generates a trace and a request id for a request without them", () => {
  expect(begin({})).toEqual({
    requestId: ownTraceId,
    trace: { traceId: ownTraceId, spanId: ownSpanId, parentSpanId: undefined, isSampled: false },
    beganMs: 7,
  });
});

test("continues the caller's trace with a new span whose parent is the caller's span", () => {
  expect(begin({ traceparent: `${traceParent}-01` })).toEqual({
    requestId: "0af7651916cd43dd8448eb211c80319c",
    trace: {
      traceId: "0af7651916cd43dd8448eb211c80319c",
      spanId: ownSpanId,
      parentSpanId: "b7ad6b7169203331",
      isSampled: true,
    },
    beganMs: 7,
  });
});

test("keeps the caller's sampling decision", () => {
  expect(begin({ traceparent: `${traceParent}-00` }, () => true).trace.isSampled).toBe(false);
  expect(begin({ traceparent: `${traceParent}-01` }, () => false).trace.isSampled).toBe(true);
});

test("samples a new trace by its id", () => {
  const asked: string[] = [];
  const choose = (traceId: string): boolean => asked.push(traceId) > 0;
  expect(begin({ traceparent: "00-nonsense" }, choose).trace.isSampled).toBe(true);
  expect(asked).toEqual([ownTraceId]);
});

test.each(["1", "a.b_c-D", "x".repeat(64)])("keeps the request id %s", (requestId) => {
  expect(begin({ "x-request-id": requestId }).requestId).toBe(requestId);
});

test.each(["", "x".repeat(65), "a b", "a,b", 'a"b', "a/b", "an@example.com"])(
  "replaces the request id %j",
  (requestId) => {
    expect(begin({ "x-request-id": requestId }).requestId).toBe(ownTraceId);
  },
);

test("replaces two request ids in one request", () => {
  const headers = new Headers([
    ["x-request-id", "one"],
    ["x-request-id", "two"],
  ]);
  expect(begin(Object.fromEntries(headers)).requestId).toBe(ownTraceId);
});

test("generates well-formed ids for any headers", () => {
  const arbitraryValue = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]*$/);
  fc.assert(
    fc.property(arbitraryValue, arbitraryValue, (requestId, traceparent) => {
      const exchange = begin({ "x-request-id": requestId, traceparent });
      expect(exchange.requestId).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(exchange.trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
});
