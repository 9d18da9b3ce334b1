import { describe, expect, it } from "vitest";
import { classifyExample, kebab } from "./check-example.ts";

const operation = {
  id: "getMarginRatio",
  path: "/a",
  method: "get",
  pointer: ["paths", "/a", "get"],
  fields: { responses: {} },
};

function roleOf(path: string): unknown {
  const role = classifyExample(path, [operation]);
  return "operation" in role ? { ...role, operation: role.operation.id } : role;
}

describe("The place of an example tells what it shows:", () => {
  it.each([
    ["get-margin-ratio/request.json", { kind: "request", operation: "getMarginRatio" }],
    ["get-margin-ratio/request-product.json", { kind: "request", operation: "getMarginRatio" }],
    ["get-margin-ratio/request-body.json", { kind: "request-body", operation: "getMarginRatio" }],
    ["get-margin-ratio/request-body-future.json", { kind: "request-body", operation: "getMarginRatio" }],
    ["errors/error-response.json", { kind: "error", schema: "ErrorResponse" }],
    ["errors/problem-details-short.json", { kind: "error", schema: "ProblemDetails" }],
    ["errors/validation-problem-details.json", { kind: "error", schema: "ValidationProblemDetails" }],
    ["errors/auth-flow-settings.json", { kind: "error", schema: "AuthFlow" }],
    ["errors/plain-text.txt", { kind: "plain-text" }],
  ])("%s", (path, role) => {
    expect(roleOf(path)).toEqual(role);
  });

  it.each([
    ["200.json", "200", "application/json"],
    ["200-product-code.json", "200", "application/json"],
    ["400.problem.json", "400", "application/problem+json"],
    ["400-two-faults.problem.json", "400", "application/problem+json"],
    ["503.txt", "503", "text/plain"],
    ["304.empty", "304", undefined],
  ])("get-margin-ratio/%s is a response.", (name, status, mediaType) => {
    const role = { kind: "response", operation: "getMarginRatio", status, mediaType };
    expect(roleOf(`get-margin-ratio/${name}`)).toEqual(role);
  });

  it.each([
    "loose.json",
    "get-margin-ratio/deeper/200.json",
    "get-margin-rate/200.json",
    "get-margin-ratio/ok.json",
    "get-margin-ratio/200.yaml",
    "get-margin-ratio/999.json",
    "get-margin-ratio/200 copy.json",
    "errors/problem.json",
    "errors/error-response.txt",
  ])("%s has no use.", (path) => {
    expect(roleOf(path)).toMatchObject({ kind: "orphan" });
  });
});

it("An operation's folder is its id in kebab case.", () => {
  expect(kebab("setCoveredMarginCall")).toBe("set-covered-margin-call");
});
