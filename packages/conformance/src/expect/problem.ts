import type { Answer } from "../answer.ts";
import { fieldsOf } from "../judge/fields.ts";
import { expectBody } from "./body.ts";
import { expectHeader } from "./header.ts";
import { expectStatus } from "./status.ts";
import { expectThat } from "./that.ts";

/** Expects a 400 in the shape of operation 1, which names the parameter that is at fault. */
export function expectProblem(answer: Answer, parameter: string): void {
  expectStatus(answer, 400);
  expectHeader(answer, "Content-Type", /^application\/problem\+json/);
  const { title, status, errors } = expectBody(answer);
  expectThat(answer, typeof title === "string" && title !== "", "a `title`");
  expectThat(answer, status === 400, "`status` 400 in the body");
  expectThat(answer, parameter in fieldsOf(errors), `\`errors\` that name ${parameter}`);
}
