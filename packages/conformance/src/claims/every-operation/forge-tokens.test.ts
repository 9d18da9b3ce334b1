import { expect, test } from "vitest";
import { forgeTokens } from "./tokens.ts";

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${part({ alg: "ES256" })}.${part({ sub: "Nguyễn", exp: 7 })}.c2lnbmF0dXJl`;

function read(forged: string): unknown[] {
  return forged
    .split(".")
    .slice(0, 2)
    .map((each) => JSON.parse(Buffer.from(each, "base64url").toString()));
}

test("each forgery differs from the token and is another one than the others", () => {
  const forged = Object.values(forgeTokens).map((forge) => forge(token));
  expect(new Set([token, ...forged]).size).toBe(forged.length + 1);
});

test("a forged token claims what it says, with the header that it says", () => {
  expect(read(forgeTokens["its algorithm is none"]?.(token) ?? "")).toEqual([
    { alg: "none", typ: "JWT" },
    { sub: "Nguyễn", exp: 7 },
  ]);
  expect(read(forgeTokens["its claims were changed"]?.(token) ?? "")).toEqual([
    { alg: "ES256" },
    { sub: "root", exp: 7 },
  ]);
});
