import type { Answer } from "../answer.ts";
import { expectBody } from "./body.ts";
import { expectHeader } from "./header.ts";
import { expectStatus } from "./status.ts";
import { expectThat } from "./that.ts";

/** Expects a 404 in the shape of an ErrorResponse. */
export function expectNotFound(answer: Answer): void {
  expectStatus(answer, 404);
  expectHeader(answer, "Content-Type", /^application\/json/);
  const { error, message, status } = expectBody(answer);
  expectThat(answer, typeof error === "string" && error !== "", "a stable code as `error`");
  expectThat(answer, typeof message === "string" && message !== "", "a `message` for a person");
  expectThat(answer, status === 404, "`status` 404 in the body");
}
