import fc from "fast-check";
import { expect, test } from "vitest";
import { beginExchange, readTraceParent } from "./request-context.ts";

const ownTraceId = "11111111111111111111111111111111";
const ownSpanId = "2222222222222222";
const traceParent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331";

function begin(headers: Record<string, string>, chooseTrace?: (traceId: string) => boolean) {
  const services = {
    makeId: () => ownTraceId,
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

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentSpanId = "b7ad6b7169203331";

test("parses trace id, parent span and sampling from a well-formed header", () => {
  expect(readTraceParent(`00-${traceId}-${parentSpanId}-01`)).toEqual({
    traceId,
    parentSpanId,
    isSampled: true,
  });
  expect(readTraceParent(`00-${traceId}-${parentSpanId}-00`)).toEqual({
    traceId,
    parentSpanId,
    isSampled: false,
  });
});

test.each([
  ["03", true],
  ["fe", false],
  ["ff", true],
])("reads only the lowest bit of the flags %s", (flags, isSampled) => {
  expect(readTraceParent(`00-${traceId}-${parentSpanId}-${flags}`)).toEqual({
    traceId,
    parentSpanId,
    isSampled,
  });
});

test.each(["-01", "-01-", "-01-what-will-be"])("accepts a future version that ends in %s", (end) => {
  expect(readTraceParent(`cc-${traceId}-${parentSpanId}${end}`)).toEqual({
    traceId,
    parentSpanId,
    isSampled: true,
  });
});

test.each([
  ["no header at all", null],
  ["nothing", ""],
  ["a trace of zeros", `00-${"0".repeat(32)}-${parentSpanId}-01`],
  ["a parent of zeros", `00-${traceId}-${"0".repeat(16)}-01`],
  ["capital letters", `00-${traceId.toUpperCase()}-${parentSpanId}-01`],
  ["a trace that is too short", `00-${traceId.slice(1)}-${parentSpanId}-01`],
  ["a parent that is too long", `00-${traceId}-${parentSpanId}0-01`],
  ["letters that are no digits", `00-${traceId.slice(1)}g-${parentSpanId}-01`],
  ["the version that is none", `ff-${traceId}-${parentSpanId}-01`],
  ["no flags", `00-${traceId}-${parentSpanId}`],
  ["more than version 00 has", `00-${traceId}-${parentSpanId}-01-more`],
  ["more without a hyphen", `cc-${traceId}-${parentSpanId}-01more`],
  ["two headers", `00-${traceId}-${parentSpanId}-01, 00-${traceId}-${parentSpanId}-01`],
  ["two headers of the future", `cc-${traceId}-${parentSpanId}-01-x, cc-${traceId}-${parentSpanId}-01`],
])("ignores a header with %s", (_what, header) => {
  expect(readTraceParent(header)).toBeUndefined();
});

test("returns a complete context or undefined for any header", () => {
  const nearly = fc
    .tuple(
      fc.stringMatching(/^[0-9a-f]{1,3}$/),
      fc.string(),
      fc.string(),
      fc.stringMatching(/^[0-9a-f]{0,3}$/),
    )
    .map((parts) => parts.join("-"));
  const wellFormed = fc
    .tuple(
      fc.stringMatching(/^[0-9a-f]{2}$/),
      fc.stringMatching(/^[0-9a-f]{32}$/),
      fc.stringMatching(/^[0-9a-f]{16}$/),
      fc.stringMatching(/^[0-9a-f]{2}$/),
    )
    .map((parts) => parts.join("-"));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), nearly, wellFormed), (header) => {
      const read = readTraceParent(header);
      if (read === undefined) return;
      expect(read.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
      expect(read.parentSpanId).toMatch(/^(?!0+$)[0-9a-f]{16}$/);
    }),
  );
});
