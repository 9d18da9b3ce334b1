import { expect, test } from "vitest";
import { readSnapshotRequest, renderSnapshotRequest } from "./snapshot-request.ts";

const read = (text: string) => readSnapshotRequest(new TextEncoder().encode(text));

test("parses what it rendered", () => {
  const everything = { request: "1", source: undefined, missing: undefined };
  expect(read(renderSnapshotRequest(everything))).toEqual(everything);
  const some = { request: "2", source: "a", missing: { afterFrame: 7, symbols: ["FPT"] } };
  expect(read(renderSnapshotRequest(some))).toEqual(some);
  const named = { request: "3", source: "a", missing: { afterFrame: undefined, symbols: ["FPT"] } };
  expect(read(renderSnapshotRequest(named))).toEqual(named);
});

test.for([
  "",
  "null",
  "{}",
  '{"version":2,"request":"1"}',
  '{"version":1}',
  '{"version":1,"request":"a b"}',
  '{"version":1,"request":"1","source":7}',
  '{"version":1,"request":"1","symbols":["F PT"]}',
  '{"version":1,"request":"1","symbols":"FPT"}',
  '{"version":1,"request":"1","afterFrame":-1}',
])("refuses an invalid request: %s", (text) => {
  expect(read(text)).toBeUndefined();
});

test("requests everything if a request would be too long or name too many symbols", () => {
  const ask = (count: number, payloadBytesMax?: number) => {
    const symbols = Array.from({ length: count }, (_, index) => `S${index}`);
    const missing = { afterFrame: 7, symbols };
    return readSnapshotRequest(
      new TextEncoder().encode(
        renderSnapshotRequest({ request: "1", source: "a", missing }, payloadBytesMax),
      ),
    )?.missing?.symbols.length;
  };
  expect(ask(3, 200)).toBe(3);
  expect(ask(30, 200)).toBeUndefined();
  expect(ask(50_000)).toBe(50_000);
  expect(ask(50_001)).toBeUndefined();
});
