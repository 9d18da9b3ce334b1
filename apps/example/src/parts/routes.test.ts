import { expect, it } from "vitest";
import { linkTo, readRoute, readSearch } from "./routes.ts";

it("reads what linkTo has written", () => {
  expect(linkTo("accounts", "888C000017", "FPT")).toBe("#/accounts/888C000017/FPT");
  expect(readRoute(linkTo("accounts", "888C000017", "FPT"))).toEqual(["accounts", "888C000017", "FPT"]);
});

it("begins at the market", () => {
  expect(readRoute("")).toEqual(["market"]);
  expect(readRoute("#/")).toEqual(["market"]);
});

it("keeps the search out of the parts", () => {
  const hash = "#/market?search=hoa%20ph%C3%A1t";
  expect(readRoute(hash)).toEqual(["market"]);
  expect(readSearch(hash)).toBe("hoa phát");
  expect(readSearch("#/market")).toBe("");
});
