import { expect, it } from "vitest";
import { checkErrorMembers } from "./schemas.ts";

it("No error body requires a member, while other bodies may.", () => {
  const schemas = {
    ErrorResponse: { type: "object", required: ["error"] },
    ProblemDetails: { type: "object" },
    NotificationPage: { type: "object", required: ["limit"] },
  };
  expect(checkErrorMembers({ components: { schemas } })).toEqual([
    {
      pointer: ["components", "schemas", "ErrorResponse", "required"],
      message: 'ErrorResponse requires members, and no error body does; remove "required"',
    },
  ]);
});
