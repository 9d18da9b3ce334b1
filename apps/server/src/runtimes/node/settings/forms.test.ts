import { expect, test } from "vitest";
import { Wrong } from "../../setting-forms.ts";
import { httpHeaders, httpUrl, ratio } from "./forms.ts";

test.each([
  ["", {}],
  ["authorization=Basic%20YTpi", { authorization: "Basic YTpi" }],
  [" X-One = 1 , x-two=a=b, ", { "x-one": "1", "x-two": "a=b" }],
])("parses headers written as %j", (text, headers) => {
  expect(httpHeaders(text)).toEqual(headers);
});

test.each(["token", "=value", "a b=1", "name=%zz", "name=a%0ab", "name=%E2%82%AC"])(
  "rejects headers written as %j without quoting them",
  (text) => {
    expect(httpHeaders(text)).toEqual(
      new Wrong("has to list headers such as name=value, separated by commas, each value percent-encoded."),
    );
  },
);

test.each(["0", "1", "0.25", "1.0"])("accepts the ratio %s", (text) => {
  expect(ratio(text)).toBe(Number(text));
});

test.each(["", "-0.1", "1.1", "2", ".5", "50%", "NaN", "1e-3"])("rejects the ratio %j", (text) => {
  expect(ratio(text)).toMatchObject({ why: expect.stringContaining("from 0 to 1") });
});

test("rejects a URL with a password without quoting it, and says where to put it", () => {
  expect(httpUrl("https://a:secret@collector.example")).toEqual(
    new Wrong("must hold no user and no password; send them as a header, by OTEL_EXPORTER_OTLP_HEADERS."),
  );
  expect(httpUrl("https://collector.example/otlp")).toBe("https://collector.example/otlp");
});
