import { expect, test } from "vitest";
import { nameOf } from "./session.ts";

const tokenOf = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

test.each([
  [tokenOf({ sub: "desk" }), "desk"],
  [tokenOf({ sub: "Thủy?>" }), "Thủy?>"],
  [tokenOf({}), ""],
  ["opaque", ""],
  ["a.%%%.b", ""],
  [null, ""],
])("the token %j names %j", (token, name) => {
  expect(nameOf(token)).toBe(name);
});
