import { describe, expect, it } from "vitest";
import { checkPaths } from "./operations.ts";

const complaintsOf = (...paths: string[]) =>
  checkPaths({ paths: Object.fromEntries(paths.map((path) => [path, {}])) }).map(({ message }) => message);

describe("A path", () => {
  it("begins with a version that exists.", () => {
    expect(complaintsOf("/api/v1/notifications", "/api/v2/chat/api/id-card")).toEqual([]);
  });

  it.each([
    "/notifications",
    "/api/notifications",
    "/api/v3/notifications",
    "/api/v1",
    "/api/v1/",
    "/api/v10/a",
  ])("is not %s.", (path) => {
    expect(complaintsOf(path)).toEqual([
      `the path "${path}" has no version; begin it with /api/v1/ or /api/v2/`,
    ]);
  });

  it("stands in every document.", () => {
    expect(complaintsOf()).toEqual(["there are no paths; describe an operation"]);
  });
});
