import { expect, test } from "vitest";
import { readAlgorithms } from "./algorithms.ts";
import { checkUserId } from "./sign-token.ts";

test("reads algorithms separated by commas or spaces", () => {
  for (const text of ["ES256,RS256", " ES256, RS256 ", "ES256 RS256"]) {
    expect(readAlgorithms(text)).toEqual({ kind: "algorithms", algorithms: ["ES256", "RS256"] });
  }
});

test("refuses unsafe, unknown and missing algorithms, each with its reason", () => {
  for (const [text, reason] of [
    ["", "No algorithm is named"],
    [" , ", "No algorithm is named"],
    ["none", '"none" would accept unsigned tokens'],
    ["ES256, NONE", '"NONE" would accept unsigned tokens'],
    ["HS256", '"HS256" signs and verifies with the same secret'],
    ["es256", 'There is no algorithm "es256"'],
    ["constructor", 'There is no algorithm "constructor"'],
  ] as const) {
    expect(readAlgorithms(text)).toEqual({ kind: "refused", message: expect.stringContaining(reason) });
  }
});

test("accepts user ids of 1 to 255 characters without hidden characters", () => {
  for (const user of ["u", "u".repeat(255), "Nguyễn Văn A", "a@b.example", "क्\u200dष", "می\u200cخواهم"])
    expect(checkUserId(user)).toBeUndefined();
  expect(checkUserId("")).toBe("The user is empty: name one.");
  expect(checkUserId("u".repeat(256))).toBe("The user has 256 characters: at most 255 are allowed.");
  for (const user of [
    "u\0",
    "\tu",
    "u\u0085",
    "u\ud800",
    "\udc00u",
    "u\u2028",
    "u\u202e1",
    "\u3164",
    "  ",
    "\u200d",
  ])
    expect(checkUserId(user)).toContain("has a control character");
});
