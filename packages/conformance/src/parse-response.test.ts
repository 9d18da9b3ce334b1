import { describe, expect, test } from "vitest";
import { parseResponse } from "./parse-response.ts";

function parse(text: string, method = "GET") {
  const parsed = parseResponse(new TextEncoder().encode(text), method);
  return parsed && { ...parsed, bytes: new TextDecoder().decode(parsed.bytes) };
}

describe("a response", () => {
  test("is undefined until its head is complete", () => {
    expect(parse("HTTP/1.1 200 OK\r\nA: b\r\n")).toBeUndefined();
  });

  test("is complete when its Content-Length is reached", () => {
    const head = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
    expect(parse(`${head}tru`)).toMatchObject({ isWhole: false });
    expect(parse(`${head}true`)).toMatchObject({ status: 200, isWhole: true, bytes: "true" });
    const { length = 0, ...followed } = parse(`${head}true, and more`) ?? {};
    expect([length, followed]).toMatchObject([head.length + 4, { isWhole: true, bytes: "true" }]);
  });

  test("is assembled from its chunks", () => {
    const head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(parse(`${head}2\r\ntr\r\n2\r\nue\r\n`)).toMatchObject({ isWhole: false });
    expect(parse(`${head}2\r\ntr\r\n2\r\nue\r\n0\r\n\r\n`)).toMatchObject({ isWhole: true, bytes: "true" });
    expect(parse(`${head}2;a=b\r\ntr\r\n0\r\nExpires: 0\r\n\r\n`)).toMatchObject({
      isWhole: true,
      bytes: "tr",
    });
    expect(parse(`${head}0\r\nExpires: 0\r\n`)).toMatchObject({ isWhole: false });
    const whole = `${head}2\r\ntr\r\n0\r\n\r\n`;
    expect(parse(`${whole}more`)).toMatchObject({ isWhole: true, bytes: "tr", length: whole.length });
  });

  test.for([
    ["x\r\n", 'one of its chunks has the size "x"'],
    ["2zz\r\ntr\r\n0\r\n\r\n", 'one of its chunks has the size "2zz"'],
    ["-2\r\ntr\r\n0\r\n\r\n", 'one of its chunks has the size "-2"'],
    ["2\r\ntrue\r\n0\r\n\r\n", "one of its chunks is longer than its size"],
  ])("has a fault if its chunks are %j", ([chunks, fault]) => {
    expect(parse(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)?.fault).toBe(fault);
  });

  test("ends with its head if it must not have a body", () => {
    const head = 'HTTP/1.1 304 Not Modified\r\nETag: W/"1"\r\n\r\n';
    expect(parse(`${head}{}`)).toMatchObject({ isWhole: true, bytes: "", length: head.length });
    expect(parse("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", "HEAD")).toMatchObject({
      isWhole: true,
      bytes: "",
    });
  });

  test("keeps both values of a repeated header", () => {
    const parsed = parse("HTTP/1.1 204 No Content\r\nVary: Origin\r\nvary:  Authorization \r\n\r\n");
    expect(parsed?.headers.get("vary")).toEqual(["Origin", "Authorization"]);
  });

  test("is the one after an interim response", () => {
    const written = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n";
    expect(parse(written)).toMatchObject({ status: 204, length: written.length });
  });

  test.for([
    ["two lengths", "Content-Length: 1\r\nContent-Length: 1", "its Content-Length is 1, 1"],
    [
      "a length and chunks",
      "Transfer-Encoding: chunked\r\nContent-Length: 1",
      "it has Transfer-Encoding and Content-Length",
    ],
    ["a line that is no header", "no header", 'it has the header line "no header"'],
  ])("has a fault if it has %s", ([, lines, fault]) => {
    expect(parse(`HTTP/1.1 200 OK\r\n${lines}\r\n\r\n0\r\n\r\n`)?.fault).toBe(fault);
  });
});
