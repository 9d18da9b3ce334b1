import { expect, test } from "vitest";
import { judgeValue, readHeaders } from "./variables.ts";

test.each([
  ["", {}],
  ["authorization=Basic%20YTpi", { authorization: "Basic YTpi" }],
  [" X-One = 1 , x-two=a=b, ", { "x-one": "1", "x-two": "a=b" }],
])("Headers written as %j are read", (text, headers) => {
  expect(readHeaders(text)).toEqual(headers);
});

test.each(["token", "=value", "a b=1", "name=%zz", "name=a%0ab", "name=%E2%82%AC"])(
  "Headers written as %j are a fault of the settings, which does not quote them",
  (text) => {
    expect(readHeaders(text)).toBeUndefined();
    expect(judgeValue({ kind: "http-headers" }, text)).toBe(
      "has to list headers such as name=value, separated by commas, each value percent-encoded.",
    );
  },
);

test.each(["0", "1", "0.25", "1.0"])("A share may be %s", (text) => {
  expect(judgeValue({ kind: "ratio" }, text)).toBeUndefined();
});

test.each(["", "-0.1", "1.1", "2", ".5", "50%", "NaN", "1e-3"])("A share may not be %j", (text) => {
  expect(judgeValue({ kind: "ratio" }, text)).toContain("from 0 to 1");
});

test("An address with a password in it is a fault that says where to put it, without quoting it", () => {
  expect(judgeValue({ kind: "http-url" }, "https://a:secret@collector.example")).toBe(
    "must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS.",
  );
  expect(judgeValue({ kind: "http-url" }, "https://collector.example/otlp")).toBeUndefined();
});
