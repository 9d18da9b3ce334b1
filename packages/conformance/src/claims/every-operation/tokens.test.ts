import { expect, test } from "vitest";
import { tokenForgeries } from "./tokens.ts";

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = `${part({ alg: "ES256" })}.${part({ sub: "Nguyễn", exp: 7 })}.c2lnbmF0dXJl`;

function read(forged: string): unknown[] {
  return forged
    .split(".")
    .slice(0, 2)
    .map((each) => JSON.parse(Buffer.from(each, "base64url").toString()));
}

test("every forgery differs from the token and from the others", () => {
  const forged = Object.values(tokenForgeries).map((forge) => forge(token));
  expect(new Set([token, ...forged]).size).toBe(forged.length + 1);
});

test("a forged token has the header and claims of its name", () => {
  expect(read(tokenForgeries["its algorithm is none"]?.(token) ?? "")).toEqual([
    { alg: "none", typ: "JWT" },
    { sub: "Nguyễn", exp: 7 },
  ]);
  expect(read(tokenForgeries["its claims were changed"]?.(token) ?? "")).toEqual([
    { alg: "ES256" },
    { sub: "root", exp: 7 },
  ]);
});
