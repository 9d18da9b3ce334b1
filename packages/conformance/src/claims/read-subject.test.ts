import { expect, test } from "vitest";
import { readSubject } from "./read-subject.ts";

test("reads the subject of a JWT, and undefined from other tokens", () => {
  const part = Buffer.from(JSON.stringify({ sub: "Nguyễn" })).toString("base64url");
  expect([readSubject(`x.${part}.y`), readSubject("opaque"), readSubject("a.b.c")]).toEqual([
    "Nguyễn",
    undefined,
    undefined,
  ]);
});
