import type { Complaint } from "../check-vocabulary.ts";
import { listComponentSchemas } from "../list-component-schemas.ts";
import type { Fields } from "../walk-document.ts";

const errorBodies = [
  "ErrorResponse",
  "GatewayError",
  "ProblemDetails",
  "ValidationProblemDetails",
  "AuthFlow",
];

/** No member of an error body is required, because every back end fills a different part of it. */
export function checkErrorMembers(document: Fields): Complaint[] {
  return listComponentSchemas(document)
    .filter(({ name, fields }) => errorBodies.includes(name) && "required" in fields)
    .map(({ name, pointer }) => ({
      pointer: [...pointer, "required"],
      message: `${name} requires members, and no error body does; remove "required"`,
    }));
}
