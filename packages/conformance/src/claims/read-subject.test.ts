import { expect, test } from "vitest";
import { readSubject } from "./read-subject.ts";

test("a token names its subject, and one that is no JWT nobody", () => {
  const part = Buffer.from(JSON.stringify({ sub: "Nguyễn" })).toString("base64url");
  expect([readSubject(`x.${part}.y`), readSubject("opaque"), readSubject("a.b.c")]).toEqual([
    "Nguyễn",
    undefined,
    undefined,
  ]);
});
