import { describe, expect, it } from "vitest";
import { checkSecurity } from "./operations.ts";

function complaintsOf(operationId: string, security?: unknown, scheme = "bearer"): string[] {
  const operation = security === undefined ? { operationId } : { operationId, security };
  const components = { securitySchemes: { bearer: { type: "http", scheme } } };
  return checkSecurity({ paths: { "/a": { get: operation } }, components }).map(({ message }) => message);
}

describe("An operation", () => {
  it("of one user wants a token, and no less.", () => {
    const message = "listNotifications wants a token; write security: [{ bearer: [] }]";
    expect(complaintsOf("listNotifications", [{ bearer: [] }])).toEqual([]);
    expect(complaintsOf("listNotifications", [])).toEqual([message]);
    expect(complaintsOf("listNotifications")).toEqual([message]);
    expect(complaintsOf("listNotifications", [{ bearer: [] }, {}])).toEqual([message]);
  });

  it("for all says so.", () => {
    const message = "searchSymbols is open to all; write security: []";
    expect(complaintsOf("searchSymbols", [])).toEqual([]);
    expect(complaintsOf("searchSymbols")).toEqual([message]);
    expect(complaintsOf("searchSymbols", [{ bearer: [] }])).toEqual([message]);
  });

  it("is not new without a decision.", () => {
    expect(complaintsOf("placeOrder", [{ bearer: [] }])).toEqual([
      "nothing is agreed on who may call placeOrder; add it to one of the lists in rules/operations.ts",
    ]);
  });
});

it("The token is a bearer token.", () => {
  expect(complaintsOf("searchSymbols", [], "basic")).toEqual([
    "there is no bearer scheme; write type: http and scheme: bearer",
  ]);
});
