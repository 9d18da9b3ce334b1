import { expect, test } from "vitest";
import { readAlgorithms } from "./algorithms.ts";
import { judgeUserId } from "./sign-token.ts";

test("algorithms are read with commas or spaces between them", () => {
  for (const text of ["ES256,RS256", " ES256, RS256 ", "ES256 RS256"]) {
    expect(readAlgorithms(text)).toEqual({ kind: "algorithms", algorithms: ["ES256", "RS256"] });
  }
});

test("algorithms that protect nothing are refused, each with its reason", () => {
  for (const [text, reason] of [
    ["", "No algorithm is named"],
    [" , ", "No algorithm is named"],
    ["none", '"none" would take tokens that nobody signed'],
    ["ES256, NONE", '"NONE" would take tokens that nobody signed'],
    ["HS256", '"HS256" signs with what it is checked with'],
    ["es256", 'There is no algorithm "es256"'],
    ["constructor", 'There is no algorithm "constructor"'],
  ] as const) {
    expect(readAlgorithms(text)).toEqual({ kind: "refused", message: expect.stringContaining(reason) });
  }
});

test("a user has 1 to 255 characters, and none that can't be seen for what it is", () => {
  for (const user of ["u", "u".repeat(255), "Nguyễn Văn A", "a@b.example"])
    expect(judgeUserId(user)).toBeUndefined();
  expect(judgeUserId("")).toBe("The user is empty: name one.");
  expect(judgeUserId("u".repeat(256))).toBe("The user has 256 characters: it may have 255 at most.");
  for (const user of ["u\0", "\tu", "u\u0085", "u\ud800", "\udc00u"])
    expect(judgeUserId(user)).toContain("holds a control character");
});
